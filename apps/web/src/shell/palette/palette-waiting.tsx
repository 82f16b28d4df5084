import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'
import { scrimClass } from '../../ui/scrim.ts'

/** A placeholder while the palette's code loads: text typed meanwhile is for the palette, not for the page below. */
export function PaletteWaiting({ onType }: { onType: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a placeholder for the palette's own dialog
      role="dialog"
      aria-label={t('Command palette')}
      className={scrimClass}
      data-toggled-by={actions.openPalette.id}
    >
      <input
        className="sr-only"
        aria-label={t('Search actions, conversations, and pages')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just asked for this field
        autoFocus
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}

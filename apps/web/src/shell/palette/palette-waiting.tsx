import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'

/** Stands in for the palette while its code comes: what is typed meanwhile is meant for it, not for the page below. */
export function PaletteWaiting({ onType }: { onType: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands where the palette's own dialog will
    <div role="dialog" aria-label={t('Command palette')} className="scrim" data-toggled-by={actions.openPalette.id}>
      <input
        className="vh"
        aria-label={t('Search actions, conversations and pages')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for this field a moment ago
        autoFocus
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}

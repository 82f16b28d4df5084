import { useTranslation } from 'react-i18next'
import { SqlView } from './sql-view.tsx'

/** SQL within text: it scrolls separately, also by keyboard. */
export function SqlBox({ sql }: { sql: string }) {
  const { t } = useTranslation()
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields, and a section is a landmark
      role="group"
      aria-label={t('SQL')}
      className="mb-2.5 max-h-80 overflow-auto rounded-control bg-sunken px-3 py-2.5 [&>pre]:text-[12px]/[18px]"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
      tabIndex={0}
    >
      <SqlView sql={sql} />
    </div>
  )
}

import { useTranslation } from 'react-i18next'

/** Shown while files are dragged over the page. */
export function DropHint() {
  const { t } = useTranslation()
  return (
    <div className="pointer-events-none fixed inset-4 z-50 grid place-items-center rounded-panel border-2 border-dashed border-accent bg-raised/90">
      <p className="text-section font-semibold">{t('Drop SQLite, CSV, or Excel files to make a database of them')}</p>
    </div>
  )
}

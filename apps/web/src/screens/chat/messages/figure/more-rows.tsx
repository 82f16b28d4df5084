import { useTranslation } from 'react-i18next'

/** Says what a short figure leaves out, and shows all rows on click. */
export function MoreRows({ label, onMore }: { label: string; onMore: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="text-muted hover:text-ink hover:underline max-md:min-h-11"
      title={t('Show all rows')}
      onClick={onMore}
    >
      {label}
    </button>
  )
}

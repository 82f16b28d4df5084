import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

interface PageButtonsProps {
  page: number
  size: number
  matching: number
  onPage: (page: number) => void
}

/** Which part of the list is shown, and the ways to its neighbors. */
export function PageButtons({ page, size, matching, onPage }: PageButtonsProps) {
  const { t } = useTranslation()
  const first = (page - 1) * size + 1
  const last = Math.min(matching, page * size)
  return (
    <nav className="flex min-h-12 items-center gap-2 pl-3" aria-label={t('Pages')}>
      <span className="text-meta min-w-0 flex-1 text-faint tabular-nums">
        {t('{first, number}–{last, number} of {matching, number}', { first, last, matching })}
      </span>
      {page > 1 && (
        <Button kind="quiet" size="small" onClick={() => onPage(page - 1)}>
          {t('Previous page')}
        </Button>
      )}
      {last < matching && (
        <Button kind="quiet" size="small" onClick={() => onPage(page + 1)}>
          {t('Next page')}
        </Button>
      )}
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

interface SelectionLineProps {
  /** Every user of the page is selected. */
  isWholePage: boolean
  onPage: number
  matching: number
  /** Every user that matches is selected. */
  isAll: boolean
  onSelectAll: () => void
  onClear: () => void
}

/** Offers to select all users that match when all of one page are. */
export function SelectionLine({ isWholePage, onPage, matching, isAll, onSelectAll, onClear }: SelectionLineProps) {
  const { t } = useTranslation()
  if (!isAll && (!isWholePage || matching <= onPage)) return null
  return (
    <output className="mb-2 flex flex-wrap items-center justify-center gap-2 rounded-(--r-control) bg-sunken px-3 py-1.5">
      {isAll
        ? t('All {n, number} users that match are selected.', { n: matching })
        : t('All {n, number} users on this page are selected.', { n: onPage })}
      <Button kind="quiet" size="small" onClick={isAll ? onClear : onSelectAll}>
        {isAll ? t('Clear selection') : t('Select all {n, number} that match', { n: matching })}
      </Button>
    </output>
  )
}

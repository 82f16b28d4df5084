import { visibleText, type ResultColumn } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { RowOrder } from './use-row-order.ts'

/** Announces to screen readers that the rows are sorted, because they need a moment if they are many. */
export function SortNews({ order: { keys, isBusy }, columns }: { order: RowOrder; columns: ResultColumn[] }) {
  const { t } = useTranslation()
  const key = keys.at(-1)
  const column = visibleText(columns[key?.column ?? 0]?.name ?? '')
  return (
    <output className="sr-only">
      {key !== undefined &&
        !isBusy &&
        (key.descending
          ? t('Sorted by {column}, descending', { column })
          : t('Sorted by {column}, ascending', { column }))}
    </output>
  )
}

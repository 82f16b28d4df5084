import { useTranslation } from 'react-i18next'
import { plainCellText } from '../../lib/cell-text.ts'
import { cellsAsText } from '../../lib/copy-cells.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useNotices } from '../notices.tsx'
import type { GridExcerpt } from './grid-range.ts'

/** Copies one value unchanged, several as TSV, and the names of columns without rows; reports a failure. */
export function useCopyCells(): (excerpt: GridExcerpt) => void {
  const { t } = useTranslation()
  const { show } = useNotices()
  return (excerpt) => {
    // Build the text inside, because it can also be too large for the browser.
    const copy = async () => copyText(textOf(excerpt))
    copy().catch(() => show(t('Could not copy the cells. Select fewer cells and try again.'), 'danger'))
  }
}

function textOf(excerpt: GridExcerpt): string {
  const { rows, columns } = excerpt
  if (rows.length === 0) return columns.map(({ name }) => name).join('\t')
  if (rows.length === 1 && columns.length === 1) return plainCellText(rows[0]?.[0] ?? null)
  return cellsAsText('tsv', { ...excerpt, withHeader: false })
}

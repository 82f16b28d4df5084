import { Menu } from '@base-ui/react/menu'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cellsAsText, copyFormats, type CopyFormat } from '../../../lib/copy-cells.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import type { GridExcerpt } from './grid-range.ts'

const labels: Record<CopyFormat, string> = { tsv: 'Copy as TSV', csv: 'Copy as CSV', markdown: 'Copy as Markdown' }

/** Copies the selection in the grid, or all its rows if nothing is selected, with the column names. */
export function CopyMenu({ read }: { read: () => GridExcerpt | null }) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const copy = async (format: CopyFormat) => {
    const excerpt = read()
    if (excerpt === null) return
    try {
      await copyText(cellsAsText(format, { ...excerpt, withHeader: true }))
      const { length } = excerpt.rows
      show(length === 1 ? t('1 row was copied.') : t('{n} rows were copied.', { n: formatCount(length) }))
    } catch {
      show(t('The rows could not be copied.'), 'danger')
    }
  }
  return (
    <Menu.Root>
      <Menu.Trigger className="btn btn-quiet btn-sm" title={t('Copy the selected cells, or all rows')}>
        <Icon of={Copy} small />
        <span className="hide-narrow">{t('Copy rows')}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="pop" side="top" align="start" sideOffset={4}>
          <Menu.Popup className="menu">
            {copyFormats.map((format) => (
              <Menu.Item key={format} className="menu-i" onClick={() => void copy(format)}>
                {t(labels[format])}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

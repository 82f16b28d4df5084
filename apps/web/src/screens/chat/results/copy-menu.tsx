import { message, type Message } from '@parlance/contract'
import { Menu } from '@base-ui/react/menu'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cellsAsText, copyFormats, type CopyFormat } from '../../../lib/copy-cells.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { translate } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import type { GridExcerpt } from '../../../ui/grid/grid-range.ts'

const labels: Record<CopyFormat, Message> = {
  tsv: message('Copy as TSV'),
  csv: message('Copy as CSV'),
  json: message('Copy as JSON'),
  markdown: message('Copy as Markdown'),
}

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
      show(t('Copied {n, plural, one {# row} other {# rows}}.', { n: length }))
    } catch {
      show(t('Could not copy the rows. Try again.'), 'danger')
    }
  }
  return (
    <Menu.Root>
      <Menu.Trigger
        className={buttonClass({ kind: 'quiet', size: 'small' })}
        title={t('Copy selected cells or all rows')}
      >
        <Icon of={Copy} small />
        <span className="@max-[600px]/results:sr-only">{t('Copy rows')}</span>
      </Menu.Trigger>
      <MenuPopup side="top" align="start">
        {copyFormats.map((format) => (
          <MenuItem key={format} onClick={() => void copy(format)}>
            {translate(t, labels[format])}
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}

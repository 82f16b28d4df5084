import type { UploadedTable, UploadPreview } from '@parlance/contract'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'

const pageSize = 20

/** The tables of an upload. Each opens to show its columns. */
export function TablePreview({ preview }: { preview: UploadPreview }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(pageSize)
  const { tables, warnings, table_count: count } = preview
  const rest = Math.min(tables.length - shown, pageSize)
  return (
    <div className="grid gap-2">
      {warnings.map((warning) => (
        <Note key={warning.text} tone="warning">
          {translate(t, warning)}
        </Note>
      ))}
      <h3 className="font-semibold">{t('{n, plural, one {# table} other {# tables}}', { n: count })}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {tables.slice(0, shown).map((table) => (
          <li key={table.name}>
            <PreviewedTable table={table} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="small" className="justify-self-start" onClick={() => setShown(shown + pageSize)}>
          {t('Show {n} more', { n: rest })}
        </Button>
      )}
      {count > tables.length && (
        <p className="text-meta text-faint">
          {t('Only the first {n, number} tables are listed.', { n: tables.length })}
        </p>
      )}
    </div>
  )
}

function PreviewedTable({ table }: { table: UploadedTable }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, row_count: rows, is_counted: isCounted, columns, file, sheet } = table
  const parts = [
    name,
    table.is_view ? t('View') : null,
    rows !== null && isCounted ? t('{rows, plural, one {# row} other {# rows}}', { rows }) : null,
    rows !== null && !isCounted ? t('About {rows, plural, one {# row} other {# rows}}', { rows }) : null,
    t('{n, plural, one {# column} other {# columns}}', { n: table.column_count }),
    sheet === null ? file : t('{file}, sheet {sheet}', { file, sheet }),
  ]
  return (
    <Disclosure icon={Table2} label={parts.filter((part) => part !== null).join(' · ')} onToggle={setOpen}>
      {isOpen && (
        <ul className="text-meta grid gap-x-6 gap-y-1 pb-3 pl-6 md:grid-cols-2 lg:grid-cols-3">
          {columns.map((column) => (
            <li key={column.name} className="flex justify-between gap-3">
              <bdi className="wrap-anywhere">{column.name}</bdi>
              <span className="text-faint">{column.type}</span>
            </li>
          ))}
          {table.column_count > columns.length && (
            <li className="text-faint">
              {t('{n, plural, one {# more column} other {# more columns}}', { n: table.column_count - columns.length })}
            </li>
          )}
        </ul>
      )}
    </Disclosure>
  )
}

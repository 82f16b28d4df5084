import type { TableColumns } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tableColumnsQuery } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'

const shownAtFirst = 100

interface TableDetailsProps {
  id: string
  table: string
  /** Null if no database has the table. */
  database: string | null
  onClose: () => void
}

/** What a table contains: its comment, number of rows, and columns. */
export function TableDetails({ id, table, database, onClose }: TableDetailsProps) {
  const { t } = useTranslation()
  const details = useQuery({ ...tableColumnsQuery(database ?? '', table), enabled: database !== null })
  const panel = useRef<HTMLElement>(null)
  // On a narrow screen, the panel opens below the list.
  useEffect(() => panel.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <section
      ref={panel}
      id={id}
      className="mt-2 grid max-h-55 content-start gap-1.5 overflow-auto rounded-control border border-line px-3 py-2 wrap-anywhere min-[720px]:max-h-75"
      aria-label={t('Details of {table}', { table })}
    >
      <div className="flex items-center">
        <bdi className="font-mono text-[13px] min-w-0 flex-1 truncate" title={table}>
          {table}
        </bdi>
        <Button kind="quiet" size="small" square aria-label={t('Close details')} onClick={onClose}>
          <Icon of={X} small />
        </Button>
      </div>
      {database === null && <p className="text-muted">{t('No database has this table anymore.')}</p>}
      {database !== null && details.isPending && <p className="text-meta text-muted">{t('Loading columns...')}</p>}
      {details.isError && (
        <Note tone="danger">
          <p>{describeError(details.error, t('Could not load the columns.'))}</p>
          <Button size="small" className="mt-2" onClick={() => void details.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {details.data !== undefined && <Contents key={table} {...details.data} />}
    </section>
  )
}

function Contents({ columns, comment = null, row_estimate: rows = null }: TableColumns) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? columns : columns.slice(0, shownAtFirst)
  return (
    <>
      {comment !== null && comment !== '' && <p dir="auto">{comment}</p>}
      <p className="text-meta text-muted">
        {t('{n, plural, one {# column} other {# columns}}', { n: columns.length })}
        {rows !== null && ` · ${t('{n, plural, one {about # row} other {about # rows}}', { n: rows })}`}
      </p>
      <ul className="grid gap-1">
        {shown.map((column) => (
          <li key={column.name}>
            <bdi className="font-mono text-[13px]">{column.name}</bdi>{' '}
            <span className="text-meta text-faint">{column.data_type}</span>
            {column.comment !== null && column.comment !== '' && (
              <p className="text-meta text-muted" dir="auto">
                {column.comment}
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown.length < columns.length && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t('Show all {n, number} columns', { n: columns.length })}
        </Button>
      )}
    </>
  )
}

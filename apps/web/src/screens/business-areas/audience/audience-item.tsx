import type { AudienceRow, AudienceTable, AudienceUser, RowCount } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { FoldedNames } from '../../../components/folded-list.tsx'
import { cn } from '../../../lib/cn.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SetAttributes } from '../attributes/set-attribute.tsx'
import { Fact, Facts } from './facts.tsx'
import { hasProblem } from './use-audience.ts'

/** The tables to show before the rest is requested. */
const shownTables = 4

interface AudienceItemProps {
  user: AudienceUser
  tableCount: number
  /** The rows of each table with rules; undefined until they are counted. */
  counts: RowCount[] | undefined
  onPreview: () => void
}

/** What one user will see, and why a table shows nothing. */
export function AudienceItem({ user, tableCount, counts = [], onPreview }: AudienceItemProps) {
  const { t } = useTranslation()
  const name = user.username === '' ? user.email : user.username
  const filtered = user.tables.filter(({ sees }) => sees === 'some')
  const [first, rest] = [filtered.slice(0, shownTables), filtered.slice(shownTables)]
  const isProblem = hasProblem(user)
  const missing = user.may_use_database ? user.tables.flatMap((table) => table.without_value) : []
  const preview = (
    <Button size="small" kind="quiet" aria-label={t('Preview as {name}', { name })} onClick={onPreview}>
      {t('Preview as…')}
    </Button>
  )
  return (
    <li
      className={cn(
        'grid min-w-0 gap-1 rounded-control border px-3 pt-2 pb-2.5',
        isProblem ? 'border-warning' : 'border-line',
      )}
    >
      <div className="flex min-h-7 items-center gap-2">
        <bdi className="min-w-0 flex-1 font-medium wrap-anywhere" title={user.email}>
          {name}
        </bdi>
        {!isProblem && preview}
      </div>
      {user.may_use_database ? <Problems tables={user.tables} /> : <NoDatabase />}
      {user.tables.length === 0 && (
        <p className="text-meta text-muted">
          {t('Sees all rows of {n, plural, one {the table} other {all # tables}}.', { n: tableCount })}
        </p>
      )}
      <Conditions tables={first} />
      {rest.length > 0 && (
        <details>
          <summary className="text-meta">
            {t('{n, plural, one {# more table} other {# more tables}}', { n: rest.length })}
          </summary>
          <Conditions tables={rest} />
        </details>
      )}
      <Rows counts={counts} />
      {isProblem && (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <SetAttributes user={user} names={missing} />
          {preview}
        </div>
      )}
    </li>
  )
}

function NoDatabase() {
  const { t } = useTranslation()
  return (
    <p className="flex items-start gap-1.5 text-dense text-warning">
      <Icon of={TriangleAlert} small className="mt-[3px]" />
      {t('Sees nothing, because this user has no access to the database.')}
    </p>
  )
}

/** The tables that show nothing, by reason. */
function Problems({ tables }: { tables: AudienceTable[] }) {
  const { t } = useTranslation()
  const closed = tables.filter(({ sees }) => sees === 'none' || sees === 'refused')
  if (closed.length === 0) return null
  const reasons = Map.groupBy(closed, reasonOf)
  return (
    <>
      <p className="flex items-start gap-1.5 text-dense text-warning">
        <Icon of={TriangleAlert} small className="mt-[3px]" />
        {t('Sees no rows in {n, plural, one {# table} other {# tables}}', { n: closed.length })}
      </p>
      {[...reasons].map(([reason, same]) => (
        <p key={reason} className="text-meta" dir="auto">
          {reason}{' '}
          <span className="text-muted">
            <FoldedNames items={same.map((table) => table.table_name)} shown={shownTables} />
          </span>
        </p>
      ))}
    </>
  )
}

function reasonOf({ reason, pattern, values }: Pick<AudienceTable, 'reason' | 'pattern' | 'values'>): string {
  return reason === null ? '' : serverText({ message: reason, pattern, values })
}

function Conditions({ tables }: { tables: AudienceTable[] }) {
  const { t } = useTranslation()
  if (tables.length === 0) return null
  return (
    <Facts>
      {tables.map(({ table_name: table, rows }) => (
        <Fact key={table} name={<bdi>{table}</bdi>}>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rules may repeat, and nothing moves here
            <Fragment key={at}>
              <Condition row={row} />
              {row.only_with !== null && (
                <span className="text-muted"> {t('(if the query also reads {table})', { table: row.only_with })}</span>
              )}
              {at < rows.length - 1 && <span className="text-muted">{andText(t)}</span>}
            </Fragment>
          ))}
        </Fact>
      ))}
    </Facts>
  )
}

/** The number of rows in each table, or why they were not counted. */
function Rows({ counts }: { counts: RowCount[] }) {
  const { t } = useTranslation()
  if (counts.length === 0) return null
  const counted = counts.flatMap(({ table_name: table, rows: n, has_more: hasMore }) => {
    if (n === null) return []
    return hasMore ? t('more than {n, number} {table}', { n, table }) : t('{n, number} {table}', { n, table })
  })
  const reasons = Map.groupBy(
    counts.filter(({ rows }) => rows === null),
    reasonOf,
  )
  return (
    <Facts>
      <Fact name={t('Rows')}>
        {counted.length > 0 && (
          <p className="tabular-nums">
            <FoldedNames items={counted} shown={shownTables} />
          </p>
        )}
        {[...reasons].map(([reason, same]) => (
          <p key={reason} className="text-muted">
            {t('Not counted: {tables}.', { tables: same.map((count) => count.table_name).join(', ') })} {reason}
          </p>
        ))}
      </Fact>
    </Facts>
  )
}

function andText(t: TFunction): string {
  return ` ${t('and')} `
}

function Condition({ row }: { row: AudienceRow }) {
  const { t } = useTranslation()
  if (row.inherits_from === null) return <code>{row.condition}</code>
  return <span title={row.condition}>{t('only rows of visible {table}', { table: row.inherits_from })}</span>
}

import { allTablesKey, type RowCount } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { Link2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bareName, isSameTable } from '../../../lib/security/inherited-joins.ts'
import { isBlank, rowRulesOf, type RowRulesValue } from '../../../lib/security/row-rules.ts'
import { tableItems, type TableItem } from '../../../lib/security/table-items.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { OverviewProps } from './rule-kind.ts'
import { useOpenRows } from './rule-sources.ts'

const shownAtFirst = 5

const itemClass =
  'grid min-h-10 grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line py-1 text-[12px]/4.5 wrap-anywhere last:border-b max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2'
const saysClass = 'text-muted max-md:col-start-1 max-md:row-start-2'
const endClass = 'max-md:col-start-2 max-md:row-span-2 max-md:row-start-1'

/** What row rules mean for other tables: inherited rules in words, and the tables that every user sees completely. */
export function RowRulesOverview({ value, tables, onAdd }: OverviewProps<RowRulesValue>) {
  const { t } = useTranslation()
  const rowsOf = useOpenRows()
  const items = rowRulesOf(value).flatMap(tableItems.partsOf)
  const inherited = items.filter(isInherited)
  const ofAll = items.filter(({ table }) => table === allTablesKey)
  const own = new Set(items.map(({ table }) => bareName(table).toLowerCase()))
  const open = ofAll.some(({ entry }) => isBlank(entry.when_column_exists))
    ? []
    : tables.filter((name) => {
        if (!own.has(bareName(name).toLowerCase())) return true
        return !items.some(({ table }) => isSameTable(name, table))
      })
  const columns = [...new Set(ofAll.map(({ entry }) => entry.when_column_exists ?? ''))].join(', ')
  return (
    <>
      <OverviewList
        title={t('{n, plural, one {Rules that follow from it} other {Rules that follow from them}}', {
          n: items.length - inherited.length,
        })}
        items={inherited.map(({ table, entry }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a table may inherit twice
          <li key={at} className={itemClass}>
            <bdi className="font-mono text-[13px]">{table}</bdi>
            <span className={saysClass}>
              {t('Only {table} of visible {parent}', {
                table: bareName(table),
                parent: bareName(entry.requires ?? ''),
              })}{' '}
              <code>{entry.join_condition}</code>
            </span>
            <Badge className={endClass}>
              <Icon of={Link2} />
              {t('Inherited')}
            </Badge>
          </li>
        ))}
      />
      <OverviewList
        title={t('Tables without a rule')}
        items={open.map((table) => (
          <li key={table} className={itemClass}>
            <bdi className="font-mono text-[13px]">{table}</bdi>
            <span className={saysClass}>
              {ofAll.length === 0
                ? openText(rowsOf(table), t)
                : t('Only the rules for all tables apply, if the table has the column {columns}.', { columns })}
            </span>
            <Button
              size="small"
              kind="quiet"
              className={endClass}
              disabled={onAdd === null}
              aria-label={t('Add rule for {table}', { table })}
              onClick={() => onAdd?.(table)}
            >
              {t('Add rule')}
            </Button>
          </li>
        ))}
      />
    </>
  )
}

function openText(counted: RowCount | null, t: TFunction): string {
  if (counted === null) return t('Everyone with access sees every row.')
  return counted.has_more
    ? t('Everyone with access sees all of its more than {n, number} rows.', { n: counted.rows ?? 0 })
    : t(
        'Everyone with access sees {n, plural, =0 {every row. It has none now.} one {its only row.} other {all # rows.}}',
        {
          n: counted.rows ?? 0,
        },
      )
}

function isInherited({ table, entry }: TableItem): boolean {
  return entry.inherit_parent_security === true && !isBlank(table) && !isBlank(entry.requires)
}

/** A titled list; of a long one, the first items and the rest on request. */
function OverviewList({ title, items }: { title: string; items: ReactNode[] }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <section className="mt-5" aria-labelledby={id}>
      <h4 id={id} className="mb-2 text-dense font-semibold">
        {title}
      </h4>
      <ul>{isOpen ? items : items.slice(0, shownAtFirst)}</ul>
      {items.length > shownAtFirst && (
        <LinkButton className="max-md:min-h-11" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Show fewer') : t('Show all {n, number}', { n: items.length })}
        </LinkButton>
      )}
    </section>
  )
}

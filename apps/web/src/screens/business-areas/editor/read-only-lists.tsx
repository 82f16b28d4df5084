import type { Area } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { isStructured, joinText, joinTypeName, joinTypeOf } from '../form/area-joins.ts'
import { cardinalityText } from '../joins/cardinality.tsx'
import { TableTypeBadge } from '../tables/table-type-badge.tsx'
import { Section } from '../form/section.tsx'

const shownAtFirst = 50

/** The read-only list of an area's tables. */
const itemClass = 'flex min-w-0 items-center gap-2 wrap-anywhere'

export function TableList({ area }: { area: Area }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? area.tables : area.tables.slice(0, shownAtFirst)
  return (
    <Section
      id="tables"
      title={t('Tables')}
      note={t('{n, plural, one {# table} other {# tables}}', { n: area.tables.length })}
    >
      <ul className="grid gap-1.5">
        {shown.map((table) => (
          <li key={table.table_name} className={itemClass}>
            {table.object_type !== null && <TableTypeBadge type={table.object_type} />}
            <bdi className="font-mono text-[13px]">{table.table_name}</bdi>
            {table.is_missing && <Badge tone="warning">{t('Missing')}</Badge>}
            {table.description !== null && (
              <span className="text-meta text-muted truncate min-w-0">{table.description}</span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < area.tables.length && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t('Show all {n, number}', { n: area.tables.length })}
        </Button>
      )}
    </Section>
  )
}

/** The read-only list of the descriptions and synonyms of tables and columns. */
export function DescriptionList({ area }: { area: Area }) {
  const { t } = useTranslation()
  const texts = ({ description, synonyms }: { description: string | null; synonyms: string[] }) =>
    [description ?? '', synonyms.join(', ')].filter((text) => text !== '').join(' · ')
  const entries = area.tables.flatMap((table) => [
    { name: table.table_name, text: texts(table) },
    ...table.columns.map((column) => ({ name: `${table.table_name}.${column.name}`, text: texts(column) })),
  ])
  const described = entries.filter(({ text }) => text !== '')
  return (
    <Section id="descriptions" title={t('Descriptions and synonyms')}>
      {described.length === 0 && <p className="text-muted">{t('No descriptions')}</p>}
      <ul className="grid gap-1.5">
        {described.map(({ name, text }) => (
          <li key={name} className={itemClass}>
            <bdi className="font-mono text-[13px]">{name}</bdi>
            <span className="text-meta text-muted" dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function JoinList({ area }: { area: Area }) {
  const { t } = useTranslation()
  return (
    <Section id="joins" title={t('Table Relationships')} optional>
      {area.joins.length === 0 && <p className="text-muted">{t('No relationships')}</p>}
      <ul className="grid gap-1.5">
        {area.joins.map((join, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={at} className={itemClass}>
            {isStructured(join) && <Badge>{joinTypeName(joinTypeOf(join))}</Badge>}
            <bdi className={isStructured(join) ? 'font-mono text-[13px]' : ''}>{joinText(join)}</bdi>
            {join.cardinality !== undefined && (
              <span className="text-meta text-muted">{translate(t, cardinalityText(join.cardinality, join))}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

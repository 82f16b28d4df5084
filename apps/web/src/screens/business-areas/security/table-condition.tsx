import { allTablesKey, message, type AreaProblem, type RowTableRule } from '@parlance/contract'
import { useCallback, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { qualified } from '../../../lib/security/condition-words.ts'
import { withKnownJoin } from '../../../lib/security/inherited-joins.ts'
import { isBlank } from '../../../lib/security/row-rules.ts'
import { withKind, withTable, withText, type TableItem } from '../../../lib/security/table-items.ts'
import { cn } from '../../../lib/cn.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { ConditionField } from './condition-field.tsx'
import { FieldProblems } from './field-problems.tsx'
import { problemsAt } from './problem-index.ts'
import type { FieldsProps } from './rule-kind.ts'
import { useRuleJoins, useRuleParameters } from './rule-sources.ts'
import { SuggestField } from './suggest-field.tsx'

const ownParts = new Set<string | null>(['condition', 'join_condition', 'requires', 'when_column_exists'])

const lineClass = 'mt-2 flex items-start gap-1.5 max-md:flex-wrap'
const wordClass = 'w-14 flex-none text-meta/7 text-faint max-md:w-full max-md:leading-4'
const nameClass = 'min-w-0 flex-[1_1_120px]'

/** The fields of a condition on one table: its own, or the one of a parent table. */
export function TableConditionFields(props: FieldsProps<TableItem>) {
  const { t } = useTranslation()
  const { item, isRepeated, problems, tables: known, onChange } = props
  const { table, entry } = item
  const id = useId()
  const tables = useMemo(() => [allTablesKey, ...known], [known])
  const words = useRuleParameters()
  const isInherited = entry.inherit_parent_security === true
  const ofTable = problemsAt(problems, table, (part) => !ownParts.has(part))
  const tableGap = isBlank(table) ? props.gap : null
  const repeated =
    isRepeated && !isBlank(table)
      ? message('This rule already has a condition for this table. Both conditions apply.')
      : null
  const joins = useRuleJoins()
  const changeWithJoin = (next: TableItem) => onChange(withKnownJoin(next, item, joins))
  const parts = { ...props, tables, words, changeWithJoin, gap: tableGap === null ? props.gap : null }
  const isBad = tableGap !== null || ofTable.length > 0
  return (
    <>
      <div className="flex items-start gap-1.5 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]">
        <SuggestField
          label={t('Table')}
          kind="name"
          className={nameClass}
          value={table}
          words={tables}
          placeholder={t('Table or ALL')}
          isBad={isBad}
          describedBy={isBad ? `${id}-table` : undefined}
          onChange={(next) => changeWithJoin(withTable(item, next))}
        />
        <Select
          className="w-auto flex-[0_1_170px] max-md:col-span-full max-md:row-start-2 max-md:w-full"
          small
          aria-label={t('Condition type')}
          value={isInherited ? 'inherited' : 'direct'}
          onChange={(event) =>
            changeWithJoin(withKind(item, event.target.value === 'inherited' ? 'inherited' : 'direct'))
          }
        >
          <option value="direct">{t('Direct condition')}</option>
          <option value="inherited">{t('Inherited condition')}</option>
        </Select>
        {props.actions}
      </div>
      <FieldProblems id={`${id}-table`} problems={ofTable} gap={tableGap ?? repeated} />
      {isInherited ? <InheritedParts {...parts} /> : <DirectParts {...parts} />}
    </>
  )
}

type PartsProps = FieldsProps<TableItem> & {
  words: readonly string[]
  /** Changes the item, and fills in the join if it is known. */
  changeWithJoin: (item: TableItem) => void
}

function DirectParts({ item, problems, words, columnsOf, tables, onChange, gap }: PartsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { table, entry } = item
  const loadWords = useCallback(
    () => (table === allTablesKey ? Promise.resolve([]) : columnsOf(table)),
    [columnsOf, table],
  )
  const change = (part: RowTableRule) => onChange({ ...item, entry: part })
  const ofColumn = problemsAt(problems, table, (part) => part === 'when_column_exists')
  const isConditional = entry.always_apply === false
  return (
    <>
      <div className={lineClass}>
        <span className={wordClass} aria-hidden>
          {t('where')}
        </span>
        <ConditionField
          label={t('Condition')}
          value={entry.condition ?? ''}
          words={words}
          parameters={words}
          loadWords={loadWords}
          placeholder="region = :user.region"
          problems={problemsAt(problems, table, (part) => part === 'condition')}
          gap={gap}
          onChange={(condition) => change({ ...entry, condition })}
        />
      </div>
      {(table === allTablesKey || entry.when_column_exists !== undefined) && (
        <div className={lineClass}>
          <span className="flex-none text-meta/7 text-faint max-md:leading-4">{t('Only tables with the column')}</span>
          <SuggestField
            label={t('Only tables with the column')}
            kind="name"
            className={cn(nameClass, 'max-md:basis-full')}
            value={entry.when_column_exists ?? ''}
            words={noWords}
            placeholder={t('Any')}
            isBad={ofColumn.length > 0}
            describedBy={ofColumn.length > 0 ? `${id}-column` : undefined}
            onChange={(column) => change(withText(entry, 'when_column_exists', column))}
          />
        </div>
      )}
      <FieldProblems id={`${id}-column`} problems={ofColumn} />
      <div className={lineClass}>
        <Checkbox
          className="max-md:min-h-11 text-meta min-h-7"
          checked={!isConditional}
          onChange={(event) => change({ ...entry, always_apply: event.target.checked })}
        >
          {t('Always apply')}
        </Checkbox>
        {(isConditional || entry.requires !== undefined) && (
          <RequiredTable entry={entry} table={table} tables={tables} problems={problems} onChange={change} />
        )}
      </div>
    </>
  )
}

const noWords: string[] = []

interface RequiredTableProps {
  entry: RowTableRule
  table: string
  tables: string[]
  problems: readonly AreaProblem[]
  onChange: (entry: RowTableRule) => void
}

/** The table that a query must also read for the condition to apply. */
function RequiredTable({ entry, table, tables, problems, onChange }: RequiredTableProps) {
  const { t } = useTranslation()
  const id = useId()
  const own = problemsAt(problems, table, (part) => part === 'requires')
  const isIgnored = entry.requires === undefined
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-start gap-1.5">
        <span className="text-meta text-faint">{t('Only if the query also reads')}</span>
        <SuggestField
          label={t('Only if the query also reads this table')}
          kind="name"
          className={nameClass}
          value={entry.requires ?? ''}
          words={tables}
          placeholder={t('Table')}
          isBad={own.length > 0}
          describedBy={own.length > 0 ? `${id}-requires` : undefined}
          onChange={(requires) => onChange(withText(entry, 'requires', requires))}
        />
      </div>
      {isIgnored && (
        <p className="mt-1.5 text-meta text-faint">{t('Without a table, the condition always applies.')}</p>
      )}
      <FieldProblems id={`${id}-requires`} problems={own} />
    </div>
  )
}

function InheritedParts({ item, problems, words, columnsOf, tables, onChange, changeWithJoin, gap }: PartsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { table, entry } = item
  const parent = entry.requires ?? ''
  const loadWords = useCallback(
    async () => (await Promise.all([table, parent].map(async (name) => qualified(name, await columnsOf(name))))).flat(),
    [columnsOf, table, parent],
  )
  const ofParent = problemsAt(problems, table, (part) => part === 'requires')
  const change = (part: RowTableRule) => onChange({ ...item, entry: { ...entry, ...part } })
  return (
    <>
      <div className={lineClass}>
        <span className={wordClass} aria-hidden>
          {t('from')}
        </span>
        <SuggestField
          label={t('Parent table')}
          kind="name"
          className={cn(nameClass, 'max-md:basis-full')}
          value={parent}
          words={tables.filter((name) => name !== allTablesKey)}
          placeholder={t('Parent table')}
          isBad={(gap !== null && isBlank(parent)) || ofParent.length > 0}
          describedBy={ofParent.length > 0 ? `${id}-parent` : undefined}
          onChange={(requires) => changeWithJoin({ ...item, entry: { ...entry, requires } })}
        />
      </div>
      <FieldProblems id={`${id}-parent`} problems={ofParent} />
      <div className={lineClass}>
        <span className={wordClass} aria-hidden>
          {t('joined on')}
        </span>
        <ConditionField
          label={t('Join condition')}
          value={entry.join_condition ?? ''}
          words={words}
          loadWords={loadWords}
          placeholder="order_items.order_id = orders.id"
          problems={problemsAt(problems, table, (part) => part === 'join_condition' || part === 'condition')}
          gap={gap}
          onChange={(join) => change({ join_condition: join })}
        />
      </div>
    </>
  )
}

import type { RowSecurityRule } from '@parlance/contract'
import { Plus, X } from 'lucide-react'
import { memo, useCallback, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { conditionStarts } from '../../../lib/security/conjunction.ts'
import {
  fromSimpleRows,
  isBlank,
  keptParts,
  rowRulesOf,
  rowRuleTexts,
  simpleRuleLimit,
  simpleRuleName,
  toSimpleRows,
  type RowRulesValue,
  type SimpleRow,
} from '../../../lib/security/row-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ConditionField } from './condition-field.tsx'
import { FieldProblems } from './field-problems.tsx'
import { focusAfterRemoval } from './focus-after.ts'
import { OtherProblems } from './other-problems.tsx'
import { LeftItem, useLeft } from './left-item.tsx'
import { problemsAt, type ProblemIndex } from './problem-index.ts'
import { useRuleParameters } from './rule-sources.ts'
import { SuggestField } from './suggest-field.tsx'
import styles from './rules.module.css'

export interface RowEditorProps {
  value: RowRulesValue
  emit: (change: (value: RowRulesValue) => RowRulesValue) => void
  emitRules: (rules: RowSecurityRule[]) => void
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  index: ProblemIndex
}

type Row = SimpleRow & { id: number }

/** Rules with one condition on one table each. */
export function SimpleRows({ value, emit, tables, columnsOf, index }: RowEditorProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState<Row[]>(() => toSimpleRows(value).map((row, id) => ({ ...row, id })))
  const now = useRef(rows)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const commit = useCallback(
    (next: Row[]) => {
      now.current = next
      setRows(next)
      emit((before) => fromSimpleRows(next, before))
    },
    [emit],
  )
  const change = useCallback(
    (id: number, part: Partial<SimpleRow>) =>
      commit(now.current.map((row) => (row.id === id ? { ...row, ...part } : row))),
    [commit],
  )
  const remove = useCallback(
    (id: number) => {
      const at = now.current.findIndex((row) => row.id === id)
      commit(now.current.filter((row) => row.id !== id))
      focusAfterRemoval(list.current, at, addButton.current)
    },
    [commit],
  )
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
    commit([...rows, { id, table: '', condition: '', kept: null }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child [role=combobox]')?.focus())
  }
  const isFull = rowRulesOf(value).length >= simpleRuleLimit
  return (
    <>
      {rows.length === 0 && (
        <p className="muted mb-2.5">{t('No rules. Everyone with access to this area sees every row.')}</p>
      )}
      <ul className={styles.rows} ref={list}>
        {rows.map((row, at) => (
          <SimpleRowItem
            key={row.id}
            row={row}
            number={at + 1}
            tables={tables}
            columnsOf={columnsOf}
            problems={problemsOf(row, rows, index)}
            onChange={change}
            onRemove={remove}
          />
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button ref={addButton} size="small" disabled={isFull} onClick={add}>
          <Icon of={Plus} small />
          {t('Add rule')}
        </Button>
        {isFull && (
          <span className="meta muted">
            {t('Simple Rules supports up to {n, number} rules. Use the Advanced Builder for more.', {
              n: simpleRuleLimit,
            })}
          </span>
        )}
      </div>
      <OtherProblems problems={index.others(new Set(rowRulesOf(value).map(({ name }) => name)))} />
    </>
  )
}

/** The problems of a row; if its condition is one of several, only those inside it. */
function problemsOf(row: Row, rows: Row[], index: ProblemIndex) {
  const ofRule = index.ofRule(row.kept?.name ?? simpleRuleName(row.table))
  if (row.kept !== null) return ofRule.filter(({ table }) => table === null || table === row.table)
  const problems = problemsAt(ofRule, row.table, () => true)
  if (problems.length === 0) return problems
  const siblings = rows.filter(({ table, kept }) => table === row.table && kept === null)
  const at = siblings.indexOf(row)
  const start = conditionStarts(siblings.map(({ condition }) => condition))[at] ?? 0
  return problems.flatMap((problem) => {
    if (problem.position === null || problem.part !== 'condition') return at === 0 ? [problem] : []
    const position = problem.position - start
    const isLast = at === siblings.length - 1
    const isOwn = (position >= 0 || at === 0) && (position <= row.condition.length || isLast)
    return isOwn ? [{ ...problem, position: Math.max(0, Math.min(position, row.condition.length)) }] : []
  })
}

interface SimpleRowItemProps {
  row: Row
  number: number
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  problems: ReturnType<typeof problemsOf>
  onChange: (id: number, part: Partial<SimpleRow>) => void
  onRemove: (id: number) => void
}

const SimpleRowItem = memo(function SimpleRowItem(props: SimpleRowItemProps) {
  const { t } = useTranslation()
  const { row, number, tables, columnsOf, problems, onChange, onRemove } = props
  const id = useId()
  const { isLeft, leave } = useLeft(row.table !== '')
  const { table, condition } = row
  const parameters = useRuleParameters()
  const loadWords = useCallback(() => columnsOf(table), [columnsOf, table])
  const gap = isLeft && (isBlank(table) || isBlank(condition)) ? rowRuleTexts.simple : null
  const ofCondition = problems.filter(({ part }) => part === 'condition')
  const ofTable = problems.filter(({ part }) => part !== 'condition')
  return (
    <LeftItem label={t('Rule {n}', { n: number })} onLeave={leave}>
      <div className={styles.pair}>
        <SuggestField
          label={t('Table for rule {n}', { n: number })}
          kind="name"
          className={styles.name}
          value={table}
          words={tables}
          placeholder={t('Table')}
          isBad={(gap !== null && isBlank(table)) || ofTable.length > 0}
          describedBy={ofTable.length > 0 ? `${id}-table` : undefined}
          onChange={(next) => onChange(row.id, { table: next })}
        />
        <span className={cn('meta faint', styles.word)} aria-hidden>
          {t('where')}
        </span>
        <ConditionField
          label={t('Condition for rule {n}', { n: number })}
          value={condition}
          words={parameters}
          parameters={parameters}
          loadWords={loadWords}
          placeholder="region = :user.region"
          problems={ofCondition}
          gap={gap}
          onChange={(next) => onChange(row.id, { condition: next })}
        />
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={t('Remove rule {n}', { n: number })}
          onClick={() => onRemove(row.id)}
        >
          <Icon of={X} small />
        </Button>
      </div>
      <FieldProblems id={`${id}-table`} problems={ofTable} />
      {row.kept !== null && <KeptParts rule={row.kept} />}
    </LeftItem>
  )
})

/** The parts of the stored rule other than its condition. */
function KeptParts({ rule }: { rule: RowSecurityRule }) {
  const { t } = useTranslation()
  const parts = keptParts(rule).map((part) => (typeof part === 'string' ? part : translate(t, part)))
  return parts.length === 0 ? null : (
    <p className="meta faint mt-1" dir="auto">
      {parts.join(' · ')}
    </p>
  )
}

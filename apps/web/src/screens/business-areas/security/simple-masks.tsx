import type { ColumnSecurityRule } from '@parlance/contract'
import { Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  columnRulesOf,
  defaultMaskChoice,
  fromSimpleMasks,
  listMasks,
  maskOf,
  simpleMaskRuleName,
  type ColumnRulesValue,
  type MaskRow,
} from '../../../lib/security/column-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { focusAfterRemoval } from './focus-after.ts'
import { MaskItem } from './mask-item.tsx'
import { OtherProblems } from './other-problems.tsx'
import type { ProblemIndex } from './problem-index.ts'
import styles from './rules.module.css'

export interface ColumnEditorProps {
  value: ColumnRulesValue
  emit: (change: (value: ColumnRulesValue) => ColumnRulesValue) => void
  emitRules: (rules: ColumnSecurityRule[]) => void
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  index: ProblemIndex
}

type Row = MaskRow & { id: number }

/** One mask per column, all in one rule. */
export function SimpleMasks({ value, emit, tables, columnsOf, index }: ColumnEditorProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState<Row[]>(() => listMasks(columnRulesOf(value)).map((row, id) => ({ ...row, id })))
  // Keep the rule while its last mask is removed and another one is added.
  const [rule] = useState(() => columnRulesOf(value)[0] ?? { name: simpleMaskRuleName, tables: {} })
  const now = useRef(rows)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const commit = useCallback(
    (next: Row[]) => {
      now.current = next
      setRows(next)
      emit((before) => fromSimpleMasks(next, columnRulesOf(before).length > 0 ? before : { rules: [rule] }))
    },
    [emit, rule],
  )
  const change = useCallback(
    (id: number, row: MaskRow) => commit(now.current.map((other) => (other.id === id ? { ...row, id } : other))),
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
    commit([...rows, { id, table: '', column: '', mask: maskOf(defaultMaskChoice, '') }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child [role=combobox]')?.focus())
  }
  const repeated = repeatedIn(rows)
  return (
    <>
      {rows.length === 0 && (
        <p className="muted mb-2.5">{t('No masks. Everyone with access to this area sees every value.')}</p>
      )}
      <ul className={styles.masks} ref={list}>
        {rows.map((row, at) => (
          <MaskItem
            key={row.id}
            id={row.id}
            row={row}
            number={at + 1}
            isSimple
            isRepeated={repeated.has(row.id)}
            tables={tables}
            columnsOf={columnsOf}
            problems={index.ofRule(rule.name)}
            onChange={change}
            onRemove={remove}
          />
        ))}
      </ul>
      <Button ref={addButton} size="small" onClick={add}>
        <Icon of={Plus} small />
        {t('Add column mask')}
      </Button>
      <OtherProblems problems={index.others(new Set([rule.name]))} />
    </>
  )
}

/** The rows whose column an earlier row already masks. */
export function repeatedIn(rows: (MaskRow & { id: number })[]): Set<number> {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const { id, table, column } of rows) {
    const key = JSON.stringify([table, column])
    if (table !== '' && column !== '' && seen.has(key)) repeated.add(id)
    seen.add(key)
  }
  return repeated
}

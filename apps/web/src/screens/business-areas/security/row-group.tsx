import type { AreaProblem, RowSecurityRule } from '@parlance/contract'
import { Plus } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newTableItem, withDescription, type RowGroup, type TableItem } from '../../../lib/security/rule-groups.ts'
import { isBlank, rowRuleTexts } from '../../../lib/security/row-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { focusAfterRemoval } from './focus-after.ts'
import { GroupFrame } from './group-frame.tsx'
import { TableCondition } from './table-condition.tsx'
import type { GroupChanges } from './use-groups.ts'

interface RowGroupItemProps {
  group: RowGroup
  at: number
  isOpen: boolean
  problems: readonly AreaProblem[]
  tables: string[]
  words: string[]
  columnsOf: (table: string) => Promise<string[]>
  changes: GroupChanges<RowSecurityRule, TableItem>
  onToggle: (id: number) => void
  onRemove: (id: number, at: number) => void
}

/** One rule with its conditions on tables. */
export const RowGroupItem = memo(function RowGroupItem(props: RowGroupItemProps) {
  const { t } = useTranslation()
  const { group, at, isOpen, problems, tables, words, columnsOf, changes, onToggle, onRemove } = props
  const { id, rule, items } = group
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const removeItem = (itemId: number, place: number) => {
    changes.removeItem(id, itemId)
    focusAfterRemoval(list.current, place, addButton.current)
  }
  const addItem = () => {
    changes.addItem(id, newTableItem)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child [role=combobox]')?.focus())
  }
  return (
    <GroupFrame
      name={rule.name}
      description={rule.description ?? ''}
      summary={summaryOf(items, (n) => t('{n, plural, one {# table} other {# tables}}', { n }))}
      problems={problems}
      isOpen={isOpen}
      gap={isBlank(rule.name) || items.length === 0 ? rowRuleTexts.group : null}
      onToggle={() => onToggle(id)}
      onName={(name) => changes.changeRule(id, (now) => ({ ...now, name }))}
      onDescription={(description) => changes.changeRule(id, (now) => withDescription(now, description))}
      onRemove={() => onRemove(id, at)}
    >
      <ul ref={list}>
        {items.map((item, place) => (
          <TableCondition
            key={item.id}
            item={item}
            number={place + 1}
            isRepeated={items.findIndex(({ table }) => table === item.table) < place && !isBlank(item.table)}
            problems={problems}
            tables={tables}
            words={words}
            columnsOf={columnsOf}
            onChange={(next) => changes.changeItem(id, item.id, next)}
            onRemove={() => removeItem(item.id, place)}
          />
        ))}
      </ul>
      <Button ref={addButton} kind="quiet" size="small" onClick={addItem}>
        <Icon of={Plus} small />
        {t('Add table condition')}
      </Button>
    </GroupFrame>
  )
})

/** The only condition, or the number of tables. */
function summaryOf(items: TableItem[], many: (count: number) => string): string {
  const [first] = items
  if (items.length !== 1 || first === undefined) return many(items.length)
  const { table, entry } = first
  return `${table}: ${entry.inherit_parent_security === true ? (entry.join_condition ?? '') : (entry.condition ?? '')}`
}

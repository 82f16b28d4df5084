import type { AreaProblem, ColumnSecurityRule } from '@parlance/contract'
import { Plus } from 'lucide-react'
import { memo, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  columnRulesOf,
  columnRuleTexts,
  defaultMaskChoice,
  listMasks,
  maskOf,
  type MaskRow,
} from '../../../lib/security/column-rules.ts'
import { isBlank } from '../../../lib/security/row-rules.ts'
import { maskRulesOfGroup, withDescription, type MaskGroup } from '../../../lib/security/rule-groups.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { focusAfterRemoval, focusedItem } from './focus-after.ts'
import { GroupFrame } from './group-frame.tsx'
import { JsonPreview } from './json-preview.tsx'
import { MaskItem } from './mask-item.tsx'
import { OtherProblems } from './other-problems.tsx'
import { repeatedIn, type ColumnEditorProps } from './simple-masks.tsx'
import { useGroups, type GroupChanges } from './use-groups.ts'
import { useOpenGroups } from './use-open-groups.ts'
import styles from './rules.module.css'

const newRule = (): ColumnSecurityRule => ({ name: '', tables: {} })
const newMask = (): MaskRow => ({ table: '', column: '', mask: maskOf(defaultMaskChoice, '') })
const masksOf = (rule: ColumnSecurityRule) => listMasks([rule])

/** The builder of mask rule groups with ranges and SQL, and the resulting JSON. */
export function AdvancedMasks({ value, emitRules, tables, columnsOf, index }: ColumnEditorProps) {
  const { t } = useTranslation()
  const { groups, changes } = useGroups<ColumnSecurityRule, MaskRow>({
    rules: columnRulesOf(value),
    itemsOf: masksOf,
    rulesOf: maskRulesOfGroup,
    newRule,
    onRules: emitRules,
  })
  const { open, toggle } = useOpenGroups(groups)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = useCallback(
    (id: number, at: number) => {
      changes.removeGroup(id)
      focusAfterRemoval(list.current, at, addButton.current)
    },
    [changes],
  )
  const add = () => {
    toggle(changes.addGroup([newMask()]))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus())
  }
  const rules = columnRulesOf(value)
  return (
    <>
      <div className={styles.builder}>
        <div>
          {groups.length === 0 && (
            <p className="muted mb-2.5">{t('No masks. Everyone with access to this area sees every value.')}</p>
          )}
          <ul ref={list}>
            {groups.map((group, at) => (
              <MaskGroupItem
                key={group.id}
                group={group}
                at={at}
                isOpen={open.has(group.id)}
                problems={index.ofRule(group.rule.name)}
                tables={tables}
                columnsOf={columnsOf}
                changes={changes}
                onToggle={toggle}
                onRemove={remove}
              />
            ))}
          </ul>
          <Button ref={addButton} size="small" className="mt-3" onClick={add}>
            <Icon of={Plus} small />
            {t('Add rule group')}
          </Button>
        </div>
        <JsonPreview rules={rules} />
      </div>
      <OtherProblems problems={index.others(new Set(rules.map(({ name }) => name)))} />
    </>
  )
}

interface MaskGroupItemProps {
  group: MaskGroup
  at: number
  isOpen: boolean
  problems: readonly AreaProblem[]
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  changes: GroupChanges<ColumnSecurityRule, MaskRow>
  onToggle: (id: number) => void
  onRemove: (id: number, at: number) => void
}

/** One rule with its masks. */
const MaskGroupItem = memo(function MaskGroupItem(props: MaskGroupItemProps) {
  const { t } = useTranslation()
  const { group, at, isOpen, problems, tables, columnsOf, changes, onToggle, onRemove } = props
  const { id, rule, items } = group
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const changeItem = useCallback((itemId: number, row: MaskRow) => changes.changeItem(id, itemId, row), [changes, id])
  const removeItem = useCallback(
    (itemId: number) => {
      const place = focusedItem(list.current)
      changes.removeItem(id, itemId)
      focusAfterRemoval(list.current, place, addButton.current)
    },
    [changes, id],
  )
  const addItem = () => {
    changes.addItem(id, newMask())
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child [role=combobox]')?.focus())
  }
  const repeated = repeatedIn(items)
  return (
    <GroupFrame
      name={rule.name}
      description={rule.description ?? ''}
      summary={t('{n, plural, one {# column} other {# columns}}', { n: items.length })}
      problems={problems}
      isOpen={isOpen}
      gap={isBlank(rule.name) || items.length === 0 ? columnRuleTexts.group : null}
      onToggle={() => onToggle(id)}
      onName={(name) => changes.changeRule(id, (now) => ({ ...now, name }))}
      onDescription={(description) => changes.changeRule(id, (now) => withDescription(now, description))}
      onRemove={() => onRemove(id, at)}
    >
      <ul className={styles.masks} ref={list}>
        {items.map((item, place) => (
          <MaskItem
            key={item.id}
            id={item.id}
            row={item}
            number={place + 1}
            isSimple={false}
            isRepeated={repeated.has(item.id)}
            tables={tables}
            columnsOf={columnsOf}
            problems={problems}
            onChange={changeItem}
            onRemove={removeItem}
          />
        ))}
      </ul>
      <Button ref={addButton} kind="quiet" size="small" onClick={addItem}>
        <Icon of={Plus} small />
        {t('Add column mask')}
      </Button>
    </GroupFrame>
  )
})

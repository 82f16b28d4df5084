import { allTablesKey, type RowSecurityRule } from '@parlance/contract'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newTableItem, rowRulesOfGroup, tableItems, type TableItem } from '../../../lib/security/rule-groups.ts'
import { rowRulesOf, withParameters } from '../../../lib/security/row-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { focusAfterRemoval } from './focus-after.ts'
import { JsonPreview } from './json-preview.tsx'
import { OtherProblems } from './other-problems.tsx'
import { Parameters } from './parameters.tsx'
import { RowGroupItem } from './row-group.tsx'
import { useRuleParameters } from './rule-sources.ts'
import type { RowEditorProps } from './simple-rows.tsx'
import { useGroups } from './use-groups.ts'
import { useOpenGroups } from './use-open-groups.ts'
import styles from './rules.module.css'

const newRule = (): RowSecurityRule => ({ name: '', tables: {} })

/** The builder of rule groups with direct and inherited conditions and parameters, and the resulting JSON. */
export function AdvancedRows({ value, emit, emitRules, tables, columnsOf, index }: RowEditorProps) {
  const { t } = useTranslation()
  const { groups, changes } = useGroups<RowSecurityRule, TableItem>({
    rules: rowRulesOf(value),
    itemsOf: tableItems,
    rulesOf: rowRulesOfGroup,
    newRule,
    onRules: emitRules,
  })
  const { open, toggle } = useOpenGroups(groups)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const tableWords = useMemo(() => [allTablesKey, ...tables], [tables])
  const parameters = 'rules' in value ? value.parameters : undefined
  const known = useRuleParameters()
  const words = useMemo(() => [...new Set([...known, ...Object.keys(parameters ?? {})])], [known, parameters])
  const remove = useCallback(
    (id: number, at: number) => {
      changes.removeGroup(id)
      focusAfterRemoval(list.current, at, addButton.current)
    },
    [changes],
  )
  const add = () => {
    toggle(changes.addGroup([newTableItem]))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus())
  }
  const rules = rowRulesOf(value)
  return (
    <>
      <div className={styles.builder}>
        <div>
          {groups.length === 0 && (
            <p className="muted mb-2.5">{t('No rules. Everyone with access to this area sees every row.')}</p>
          )}
          <ul ref={list}>
            {groups.map((group, at) => (
              <RowGroupItem
                key={group.id}
                group={group}
                at={at}
                isOpen={open.has(group.id)}
                problems={index.ofRule(group.rule.name)}
                tables={tableWords}
                words={words}
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
          <Parameters parameters={parameters ?? {}} onChange={(next) => emit((now) => withParameters(now, next))} />
        </div>
        <JsonPreview rules={rules} parameters={parameters} />
      </div>
      <OtherProblems problems={index.others(new Set(rules.map(({ name }) => name)))} />
    </>
  )
}

import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  copyName,
  groupsOf,
  layersOf,
  rulesOfGroup,
  type NamedRule,
  type RuleGroup,
} from '../../../lib/security/rule-groups.ts'
import { JsonPreview } from './json-preview.tsx'
import { OtherProblems } from './other-problems.tsx'
import { RuleGroupItem } from './rule-group.tsx'
import type { EditorProps, RuleKind, RuleTypes } from './rule-kind.ts'
import { RuleListFrame, RulePart } from './rule-list.tsx'
import { useRuleList } from './use-rule-list.ts'

type ModeProps<K extends RuleTypes> = EditorProps<K['Value']> & { kind: RuleKind<K> }

/** The simplest mode: one list of conditions or masks. */
export function SimpleEditor<K extends RuleTypes>(props: ModeProps<K>) {
  const { t } = useTranslation()
  const { kind, value, stored, emit, index, ...shared } = props
  const { simple, Overview } = kind
  const [opened] = useState(value)
  const onItems = useCallback(
    (items: K['Row'][]) => emit((now) => simple.apply(items, now, opened)),
    [emit, simple, opened],
  )
  const list = useRuleList({
    first: () => simple.itemsOf(value),
    stored: () => (stored === undefined || kind.whyNotSimple(stored) !== null ? null : simple.itemsOf(stored)),
    keyOf: simple.keyOf,
    copyOf: simple.copyOf,
    onItems,
  })
  const items = list.entries.map(({ item }) => item)
  const layers = layersOf(items, simple.placeOf)
  const full = simple.fullText(value)
  const add = (table: string) => list.changes.add(simple.fresh(table))
  return (
    <>
      {items.length === 0 && <p className="text-muted mb-2.5">{translate(t, kind.texts.none)}</p>}
      <RuleListFrame
        of={list}
        className={simple.styles.list}
        addLabel={translate(t, simple.addLabel)}
        onAdd={() => add('')}
        fullText={full === null ? null : translate(t, full)}
        nameOf={(item, number) => translate(t, simple.nameOf(item, number))}
      >
        {list.entries.map((entry, at) => (
          <RulePart
            key={entry.id}
            kind={simple}
            entry={entry}
            number={at + 1}
            isRepeated={(layers[at] ?? 0) > 0}
            canDuplicate={full === null}
            problems={simple.problemsOf({ item: entry.item, items, layer: layers[at] ?? 0, value, index })}
            changes={list.changes}
            {...shared}
          />
        ))}
      </RuleListFrame>
      <OtherProblems problems={index.others(new Set(kind.rulesOf(value).map(({ name }) => name)))} />
      {Overview !== null && <Overview value={value} tables={shared.tables} onAdd={full === null ? add : null} />}
    </>
  )
}

/** A few groups with a few parts start open, others closed. */
const openAtFirst = { groups: 3, parts: 50 }

/** The Advanced Builder: groups of conditions or masks, and the resulting JSON. */
export function GroupEditor<K extends RuleTypes>(props: ModeProps<K>) {
  const { t } = useTranslation()
  const { kind, value, stored, emit, index, ...shared } = props
  const { groups, Extras, Overview } = kind
  const rules = kind.rulesOf(value)
  const [written] = useState(() => new WeakMap<RuleGroup<K['Rule'], K['Item']>, K['Rule'][]>())
  const onItems = useCallback(
    (items: RuleGroup<K['Rule'], K['Item']>[]) => {
      // An unchanged group yields the same rules, so that 500 of them are not serialized on every key press.
      const next = items.flatMap((group) => {
        const known = written.get(group) ?? rulesOfGroup(group, groups)
        written.set(group, known)
        return known
      })
      emit((now) => kind.withRules(now, next))
    },
    [emit, kind, groups, written],
  )
  const list = useRuleList<RuleGroup<K['Rule'], K['Item']>>({
    first: () => groupsOf(rules, groups),
    stored: () =>
      stored === undefined || kind.openingMode(stored) === 'json' ? null : groupsOf(kind.rulesOf(stored), groups),
    keyOf: ({ rule }) => rule.name,
    copyOf: copyOfGroup,
    onItems,
  })
  const [areFew] = useState(
    () =>
      list.entries.length <= openAtFirst.groups &&
      list.entries.reduce((sum, { item }) => sum + item.parts.length, 0) <= openAtFirst.parts,
  )
  const add = (table: string) => list.changes.add({ rule: groups.freshRule(table), parts: [groups.fresh(table)] })
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_280px] gap-5 max-md:grid-cols-[minmax(0,1fr)]">
        <div>
          {list.entries.length === 0 && <p className="text-muted mb-2.5">{translate(t, kind.texts.none)}</p>}
          <RuleListFrame
            of={list}
            className="mb-2"
            addLabel={t('Add rule group')}
            onAdd={() => add('')}
            nameOf={({ rule }) => t('rule {name}', { name: rule.name })}
          >
            {list.entries.map((entry) => (
              <RuleGroupItem
                key={entry.id}
                kind={groups}
                entry={entry}
                isOpenAtFirst={areFew}
                index={index}
                changes={list.changes}
                {...shared}
              />
            ))}
          </RuleListFrame>
          {Extras !== null && <Extras value={value} emit={emit} />}
        </div>
        <JsonPreview rules={rules} parameters={value.parameters} />
      </div>
      <OtherProblems problems={index.others(new Set(rules.map(({ name }) => name)))} />
      {Overview !== null && <Overview value={value} tables={shared.tables} onAdd={add} />}
    </>
  )
}

function copyOfGroup<Rule extends NamedRule, Item>(group: RuleGroup<Rule, Item>, all: RuleGroup<Rule, Item>[]) {
  const taken = all.map(({ rule }) => rule.name)
  return { ...group, rule: { ...group.rule, name: copyName(group.rule.name, taken) } }
}

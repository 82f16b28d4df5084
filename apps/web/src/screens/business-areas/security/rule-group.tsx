import type { AreaProblem, Message } from '@parlance/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  layersOf,
  numberedName,
  rulesOfGroup,
  withDescription,
  type NamedRule,
  type RuleGroup,
} from '../../../lib/security/rule-groups.ts'
import { isBlank } from '../../../lib/security/row-rules.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { FieldProblems } from './field-problems.tsx'
import { LeftItem, useLeft } from './left-item.tsx'
import type { EditorProps, GroupMode, Part } from './rule-kind.ts'
import { ProblemCount, RuleActions, RuleListFrame, RulePart, RuleState } from './rule-list.tsx'
import { useRuleList, type Entry, type ListChanges } from './use-rule-list.ts'
import { foldHeadClass, foldItemClass, foldToggleClass } from './fold-classes.ts'

interface GroupProps<Rule extends NamedRule, Item extends Part> extends Pick<
  EditorProps<never>,
  'tables' | 'columnsOf' | 'index' | 'onPreview'
> {
  kind: GroupMode<Rule, Item>
  entry: Entry<RuleGroup<Rule, Item>>
  isOpenAtFirst: boolean
  changes: ListChanges<RuleGroup<Rule, Item>>
}

/** A rule: one line when closed; its name, description and parts when open. */
function RuleGroupView<Rule extends NamedRule, Item extends Part>(props: GroupProps<Rule, Item>) {
  const { t } = useTranslation()
  const { kind, entry, index, changes, onPreview } = props
  const { id, item: group, stored } = entry
  const { rule, parts } = group
  const [isOpen, setOpen] = useState(props.isOpenAtFirst || entry.isAdded)
  const { isLeft, leave } = useLeft(rule.name !== '')
  const rules = rulesOfGroup(group, kind)
  const saved = stored === undefined || stored === null ? null : rulesOfGroup(stored, kind)
  const problems = rules.flatMap(({ name }) => index.ofRule(name))
  const shownName = isBlank(rule.name) ? t('Unnamed rule') : rule.name
  const name = t('rule {name}', { name: shownName })
  const summary = isOpen ? [...new Set(parts.map(({ table }) => table))].join(', ') : kind.summaryOf(parts)
  return (
    <LeftItem className={foldItemClass} label={shownName} onLeave={leave}>
      <div className={foldHeadClass}>
        <button type="button" className={foldToggleClass} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} small />
          <bdi className="max-w-[70%] flex-none truncate">{shownName}</bdi>{' '}
          <span className="min-w-0 truncate text-meta font-normal text-faint">
            {typeof summary === 'string' ? summary : translate(t, summary)}
          </span>
        </button>
        <RuleState
          stored={stored}
          isEdited={JSON.stringify(rules) !== JSON.stringify(saved)}
          name={name}
          onRestore={() => changes.restore(id)}
        />
        <ProblemCount problems={problems} />
        <RuleActions
          name={name}
          onPreview={onPreview === null ? null : () => onPreview(parts[0]?.table ?? '')}
          onDuplicate={() => changes.duplicate(id)}
          onRemove={() => changes.remove(id)}
        />
      </div>
      {isOpen && (
        <GroupBody
          {...props}
          key={entry.revision}
          gap={isLeft && (isBlank(rule.name) || parts.length === 0) ? kind.gap : null}
          problems={problems}
        />
      )}
    </LeftItem>
  )
}

/** Of hundreds of rules, only changed ones render again. */
export const RuleGroupItem = memo(RuleGroupView) as typeof RuleGroupView

type BodyProps<Rule extends NamedRule, Item extends Part> = GroupProps<Rule, Item> & {
  gap: Message | null
  problems: readonly AreaProblem[]
}

function GroupBody<Rule extends NamedRule, Item extends Part>(props: BodyProps<Rule, Item>) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, entry, index, tables, columnsOf, changes, gap, problems } = props
  const { rule, parts } = entry.item
  const onItems = useCallback(
    (items: Item[]) => changes.change(entry.id, (group) => ({ ...group, parts: items })),
    [changes, entry.id],
  )
  const list = useRuleList({ first: () => parts, copyOf: kind.copyOf, onItems })
  const layers = layersOf(parts, kind.placeOf)
  const changeRule = (change: (rule: Rule) => Rule) =>
    changes.change(entry.id, (group) => ({ ...group, rule: change(group.rule) }))
  const isNameless = gap !== null && isBlank(rule.name)
  return (
    <div className="border-t border-line p-3">
      <div className="mb-2.5 grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <Input
          small
          aria-label={t('Rule name')}
          aria-invalid={isNameless}
          aria-describedby={gap === null ? undefined : `${id}-gap`}
          placeholder={t('Name')}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          value={rule.name}
          onChange={(event) => changeRule((now) => ({ ...now, name: event.target.value }))}
        />
        <Input
          small
          data-optional
          aria-label={t('Rule description (optional)')}
          placeholder={t('Description (optional)')}
          dir="auto"
          maxLength={2000}
          autoComplete="off"
          value={rule.description ?? ''}
          onChange={(event) => changeRule((now) => withDescription(now, event.target.value))}
        />
      </div>
      {gap !== null && (
        <p className="mt-1.5 text-meta text-danger" id={`${id}-gap`}>
          {translate(t, gap)}
        </p>
      )}
      <FieldProblems id={`${id}-rule`} problems={problems.filter(({ table }) => table === null)} />
      <RuleListFrame
        of={list}
        className={kind.styles.list}
        addLabel={translate(t, kind.addLabel)}
        onAdd={() => list.changes.add(kind.fresh(''))}
        nameOf={(item, number) => translate(t, kind.nameOf(item, number))}
        isQuiet
      >
        {list.entries.map((part, at) => (
          <RulePart
            key={part.id}
            kind={kind}
            entry={part}
            number={at + 1}
            isRepeated={(layers[at] ?? 0) > 0}
            canDuplicate
            problems={index.ofRule(numberedName(rule.name, (layers[at] ?? 0) + 1))}
            tables={tables}
            columnsOf={columnsOf}
            changes={list.changes}
            onPreview={null}
          />
        ))}
      </RuleListFrame>
    </div>
  )
}

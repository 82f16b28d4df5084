import type { AreaProblem, Definitions } from '@parlance/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RuleListFrame } from '../security/rule-list.tsx'
import { renameDefinition } from './rename-definition.ts'
import { useRuleList, type Entry, type RuleList } from '../security/use-rule-list.ts'
import { DefinitionItem } from './definition-item.tsx'
import { problemsOfName } from './definition-problems.ts'
import { removalQuestion } from './dependents.ts'
import type { ListName } from './definition-place.ts'
import { gapsOf, keyOfDefinition, type ItemOf, type ListKind } from './list-kind.ts'

const shownWithoutSearch = 10
const shownAtFirst = 50

export interface DefinitionListProps<Name extends ListName> {
  name: Name
  kind: ListKind<ItemOf<Name>>
  items: ItemOf<Name>[]
  /** The saved definitions; null if the area is new. */
  stored: ItemOf<Name>[] | null
  /** All definitions as they are edited. */
  definitions: Definitions
  problems: readonly AreaProblem[]
  usesOf: (name: string) => number | null
  /** Saving was refused, so what is missing is marked. */
  isChecked: boolean
  /** The name of the definition that is open at first. */
  opened: string | null
  onOpened: (name: string | null) => void
  /** Keeps its identity. */
  onItems: (items: ItemOf<Name>[]) => void
  onPreview: ((item: ItemOf<Name>) => void) | null
  /** Changes definitions of the other lists. Keeps its identity. */
  onOthers: (change: (now: Definitions) => Definitions) => void
}

/** The definitions of one kind. It starts again when they change from outside. */
export function DefinitionList<Name extends ListName>(props: DefinitionListProps<Name>) {
  const { items, stored, onItems } = props
  const [seen, setSeen] = useState({ items, stored, turn: 0 })
  const isOther =
    seen.stored !== stored || (seen.items !== items && JSON.stringify(seen.items) !== JSON.stringify(items))
  if (isOther) setSeen({ items, stored, turn: seen.turn + 1 })
  const emit = useCallback(
    (next: ItemOf<Name>[]) => {
      setSeen((now) => ({ ...now, items: next }))
      onItems(next)
    },
    [onItems],
  )
  return <OpenedList key={seen.turn} {...props} onItems={emit} />
}

function OpenedList<Name extends ListName>(props: DefinitionListProps<Name>) {
  const { t } = useTranslation()
  const { name, kind, items, stored, problems, isChecked, onItems, onPreview } = props
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(shownAtFirst)
  const copyOf = kind.copyOf
  const list = useRuleList({
    first: () => items,
    stored: () => stored ?? [],
    keyOf: (item) => keyOfDefinition(kind.isLine ? JSON.stringify(item) : kind.nameOf(item)),
    copyOf,
    onItems,
  })
  const { entries, changes } = list
  const remove = useRemoval(props, changes.remove)
  const rename = useRename(props, list)
  const wanted = search.trim().toLowerCase()
  const isFound = ({ item }: Entry<ItemOf<Name>>) =>
    [kind.nameOf(item), kind.summaryOf(item), ...kind.wordsOf(item)].some((text) => text.toLowerCase().includes(wanted))
  const found = wanted === '' ? entries : entries.filter((entry) => entry.isAdded || isFound(entry))
  const isMarked = (entry: Entry<ItemOf<Name>>) =>
    entry.isAdded || (isChecked && gapsOf(kind.schema, entry.item).size > 0)
  const shown = found.filter((entry, at) => at < most || isMarked(entry))
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      {entries.length > shownWithoutSearch && (
        <SearchField label={t('Search definitions')} placeholder={t('Search')} value={search} onChange={setSearch} />
      )}
      {entries.length === 0 && <p className="text-muted">{translate(t, kind.about)}</p>}
      {entries.length > 0 && found.length === 0 && (
        <p className="text-muted">{t('No definitions match your search.')}</p>
      )}
      <RuleListFrame
        of={list}
        className="empty:hidden"
        addLabel={translate(t, kind.addLabel)}
        onAdd={() => changes.add(kind.fresh())}
        nameOf={(item) => kind.nameOf(item) || t('Unnamed definition')}
      >
        {shown.map((entry) => (
          <DefinitionItem
            key={entry.id}
            kind={kind}
            entry={entry}
            problems={problemsOfName(problems, kind.nameOf(entry.item))}
            uses={props.usesOf(kind.nameOf(entry.item))}
            isOpenAtFirst={props.opened !== null && kind.nameOf(entry.item) === props.opened}
            isChecked={isChecked}
            changes={changes}
            onRemove={remove}
            onRenamed={rename}
            onPreview={name === 'value_synonyms' || name === 'time_columns' ? null : onPreview}
            onToggle={props.onOpened}
          />
        ))}
      </RuleListFrame>
      {shown.length < found.length && (
        <Button size="small" kind="quiet" onClick={() => setMost(most + shownAtFirst)}>
          {t('Show {n, number} more', { n: Math.min(shownAtFirst, found.length - shown.length) })}
        </Button>
      )}
    </div>
  )
}

/** Lets references follow a new name, unless two definitions of the list have it. Keeps its identity. */
function useRename<Name extends ListName>(
  { name, kind, definitions, onOthers }: DefinitionListProps<Name>,
  { entries, changes }: Pick<RuleList<ItemOf<Name>>, 'entries' | 'changes'>,
): (from: string, to: string) => boolean {
  const latest = useRef({ definitions, entries })
  useEffect(() => {
    latest.current = { definitions, entries }
  })
  return useCallback(
    (from, to) => {
      const now = latest.current
      const items = now.entries.map(({ item }) => item)
      const count = (wanted: string) =>
        items.filter((item) => keyOfDefinition(kind.nameOf(item)) === keyOfDefinition(wanted)).length
      const isSame = keyOfDefinition(from) === keyOfDefinition(to)
      if (count(to) > 1 || (!isSame && count(from) > 0)) return false
      const rename = (all: Definitions) => renameDefinition(all, { list: name, from, to })
      const renamed: { [L in ListName]: ItemOf<L>[] } = rename({ ...now.definitions, [name]: items })
      for (const [at, { id, item }] of now.entries.entries()) {
        const next = renamed[name][at]
        if (next !== undefined && next !== item) changes.change(id, () => next)
      }
      onOthers((all) => ({ ...rename(all), [name]: all[name] }))
      return true
    },
    [name, kind, changes, onOthers],
  )
}

/** Removes a definition; asks first if others refer to it. Keeps its identity. */
function useRemoval<Name extends ListName>(
  { name, kind, definitions }: DefinitionListProps<Name>,
  remove: (id: number) => void,
): (entry: Entry<ItemOf<Name>>) => void {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const latest = useRef({ definitions, ask, t })
  useEffect(() => {
    latest.current = { definitions, ask, t }
  })
  return useCallback(
    ({ id, item }) => {
      const now = latest.current
      const question = removalQuestion(name, kind.nameOf(item), now.definitions)
      if (question === null) {
        remove(id)
        return
      }
      const text = translate(now.t, question)
      void now.ask({ text, confirm: now.t('Delete anyway'), danger: true }).then((agreed) => agreed && remove(id))
    },
    [name, kind, remove],
  )
}

import { useMemo, useRef, useState } from 'react'
import type { RuleGroup } from '../../../lib/security/rule-groups.ts'

interface GroupsOptions<Rule, Item> {
  /** The initial rules. */
  rules: Rule[]
  itemsOf: (rule: Rule) => Item[]
  rulesOf: (group: RuleGroup<Rule, Item>) => Rule[]
  newRule: () => Rule
  onRules: (rules: Rule[]) => void
}

export interface GroupChanges<Rule, Item> {
  /** Adds a group with these parts; returns its id. */
  addGroup: (items: Item[]) => number
  removeGroup: (id: number) => void
  changeRule: (id: number, change: (rule: Rule) => Rule) => void
  addItem: (id: number, item: Item) => void
  changeItem: (id: number, itemId: number, item: Item) => void
  removeItem: (id: number, itemId: number) => void
}

/** Rule groups while they are edited; each change emits the rules. The returned functions keep their identity. */
export function useGroups<Rule, Item extends object>(options: GroupsOptions<Rule, Item>) {
  const { itemsOf, rulesOf, newRule, onRules } = options
  const [groups, setGroups] = useState(() => openGroups(options.rules, itemsOf))
  const now = useRef(groups)
  const nextId = useRef(lastId(groups) + 1)
  const changes = useMemo((): GroupChanges<Rule, Item> => {
    // An unchanged group yields the same rules, so that 500 of them are not serialized on every key press.
    const written = new WeakMap<RuleGroup<Rule, Item>, Rule[]>()
    const write = (group: RuleGroup<Rule, Item>) => {
      const known = written.get(group) ?? rulesOf(group)
      written.set(group, known)
      return known
    }
    const commit = (next: RuleGroup<Rule, Item>[]) => {
      now.current = next
      setGroups(next)
      onRules(next.flatMap(write))
    }
    const changeGroup = (id: number, change: (group: RuleGroup<Rule, Item>) => RuleGroup<Rule, Item>) =>
      commit(now.current.map((group) => (group.id === id ? change(group) : group)))
    return {
      addGroup: (items) => {
        const id = nextId.current++
        const numbered = items.map((item) => ({ ...item, id: nextId.current++ }))
        commit([...now.current, { id, rule: newRule(), items: numbered }])
        return id
      },
      removeGroup: (id) => commit(now.current.filter((group) => group.id !== id)),
      changeRule: (id, change) => changeGroup(id, (group) => ({ ...group, rule: change(group.rule) })),
      addItem: (id, item) =>
        changeGroup(id, (group) => ({ ...group, items: [...group.items, { ...item, id: nextId.current++ }] })),
      changeItem: (id, itemId, item) =>
        changeGroup(id, (group) => ({
          ...group,
          items: group.items.map((other) => (other.id === itemId ? { ...item, id: itemId } : other)),
        })),
      removeItem: (id, itemId) =>
        changeGroup(id, (group) => ({ ...group, items: group.items.filter((item) => item.id !== itemId) })),
    }
  }, [rulesOf, newRule, onRules])
  return { groups, changes }
}

function openGroups<Rule, Item>(rules: Rule[], itemsOf: (rule: Rule) => Item[]): RuleGroup<Rule, Item>[] {
  let id = 0
  return rules.map((rule) => ({ id: id++, rule, items: itemsOf(rule).map((item) => ({ ...item, id: id++ })) }))
}

function lastId<Rule, Item>(groups: RuleGroup<Rule, Item>[]): number {
  return Math.max(-1, ...groups.flatMap((group) => [group.id, ...group.items.map((item) => item.id)]))
}

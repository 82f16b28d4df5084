import { useMemo, useRef, useState, type RefObject } from 'react'
import { focusAfterRemoval, focusFields } from './focus-after.ts'

/** An item of a list while it is edited. */
export interface Entry<Item> {
  id: number
  item: Item
  /** The saved version; null for a new item, undefined if none is known. */
  stored: Item | null | undefined
  isAdded: boolean
  /** Increases when the item's fields must restart. */
  revision: number
}

/** Changes to a list. These functions keep their identity. */
export interface ListChanges<Item> {
  add: (item: Item) => void
  change: (id: number, change: (item: Item) => Item) => void
  duplicate: (id: number) => void
  remove: (id: number) => void
  /** Brings the last removed item back. */
  undoRemoval: () => void
  /** Brings an item's saved version back. */
  restore: (id: number) => void
}

export interface RuleList<Item> {
  entries: Entry<Item>[]
  changes: ListChanges<Item>
  removed: Removed<Item> | null
  list: RefObject<HTMLUListElement | null>
  addButton: RefObject<HTMLButtonElement | null>
}

interface Removed<Item> {
  entry: Entry<Item>
  at: number
}

interface RuleListOptions<Item> {
  first: () => Item[]
  /** The saved items; null if they are not known. */
  stored?: () => Item[] | null
  /** Finds the saved version of an item; equal keys are paired in their order. */
  keyOf?: (item: Item) => string
  copyOf: (item: Item, all: Item[]) => Item
  /** Gets the items after each change; must keep its identity. */
  onItems: (items: Item[]) => void
}

/** The items of a list while they are edited, with the focus where keyboard users expect it. */
export function useRuleList<Item>(options: RuleListOptions<Item>): RuleList<Item> {
  const { copyOf, onItems } = options
  const [opened] = useState(() => openList(options))
  const [entries, setEntries] = useState(opened.entries)
  const [removed, setRemoved] = useState<Removed<Item> | null>(null)
  const now = useRef({ entries, removed, nextId: entries.length })
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const changes = useMemo((): ListChanges<Item> => {
    const commit = (next: Entry<Item>[], gone: Removed<Item> | null = null) => {
      now.current = { ...now.current, entries: next, removed: gone }
      setEntries(next)
      setRemoved(gone)
      onItems(next.map(({ item }) => item))
    }
    // A dialog takes the focus if the focused element disappears.
    const keepFocus = () => list.current?.focus({ preventScroll: true })
    const insert = (at: number, entry: Entry<Item>) => {
      keepFocus()
      commit(now.current.entries.toSpliced(at, 0, entry))
      focusFields(list.current, at)
    }
    const added = (item: Item): Entry<Item> => {
      const stored = opened.isStoredKnown ? null : undefined
      return { id: now.current.nextId++, item, stored, isAdded: true, revision: 0 }
    }
    const replace = (id: number, change: (entry: Entry<Item>) => Entry<Item>) =>
      commit(now.current.entries.map((entry) => (entry.id === id ? change(entry) : entry)))
    const placeOf = (id: number) => now.current.entries.findIndex((entry) => entry.id === id)
    return {
      add: (item) => insert(now.current.entries.length, added(item)),
      change: (id, change) => replace(id, (entry) => ({ ...entry, item: change(entry.item) })),
      duplicate: (id) => {
        const items = now.current.entries.map(({ item }) => item)
        const at = placeOf(id)
        const item = items[at]
        if (item !== undefined) insert(at + 1, added(copyOf(item, items)))
      },
      remove: (id) => {
        const at = placeOf(id)
        const entry = now.current.entries[at]
        if (entry === undefined) return
        keepFocus()
        commit(now.current.entries.toSpliced(at, 1), { entry, at })
        focusAfterRemoval(list.current, at, addButton.current)
      },
      undoRemoval: () => {
        const { removed: gone } = now.current
        if (gone !== null) insert(gone.at, gone.entry)
      },
      restore: (id) =>
        replace(id, (entry) => ({ ...entry, item: entry.stored ?? entry.item, revision: entry.revision + 1 })),
    }
  }, [copyOf, onItems, opened])
  return { entries, changes, removed, list, addButton }
}

function openList<Item>({ first, stored, keyOf }: RuleListOptions<Item>) {
  const saved = stored?.() ?? null
  const byKey = saved === null || keyOf === undefined ? null : Map.groupBy(saved, keyOf)
  const entries = first().map((item, id): Entry<Item> => {
    const own = byKey === null || keyOf === undefined ? undefined : (byKey.get(keyOf(item))?.shift() ?? null)
    return { id, item, stored: own, isAdded: false, revision: 0 }
  })
  return { entries, isStoredKnown: byKey !== null }
}

import type { ActionDefinition } from './definitions.ts'

export type Perform = () => void

/** What the command palette offers beside actions: a conversation, a database, a page. */
export interface PaletteEntry {
  /** Unlike that of any other entry. */
  id: string
  label: string
  /** What tells it from entries of the same name. */
  detail?: string
  /** Other words by which it is found. */
  keywords?: string
  perform: Perform
}

export interface PaletteGroup {
  title: string
  entries: PaletteEntry[]
}

/** Reads what a part of the page offers at the moment. */
export type ReadGroups = () => PaletteGroup[]

export interface Registry {
  /** Says what an action does; the last to say it counts. The function answered takes it back. */
  register: (definition: ActionDefinition, perform: Perform) => () => void
  /** Adds groups to the command palette. The function answered takes them away. */
  offer: (read: ReadGroups) => () => void
  subscribe: (listener: () => void) => () => void
  available: () => ReadonlyMap<string, Perform>
  groups: () => PaletteGroup[]
}

/** What each action does on the page that is open. */
export function createRegistry(): Registry {
  const registered: { id: string; perform: Perform }[] = []
  const offers = new Set<ReadGroups>()
  const listeners = new Set<() => void>()
  let performs: ReadonlyMap<string, Perform> = new Map()
  const refresh = () => {
    performs = new Map(registered.map(({ id, perform }) => [id, perform]))
    for (const listener of listeners) listener()
  }
  return {
    register: ({ id }, perform) => {
      const entry = { id, perform }
      registered.push(entry)
      refresh()
      return () => {
        registered.splice(registered.indexOf(entry), 1)
        refresh()
      }
    },
    offer: (read) => {
      offers.add(read)
      return () => offers.delete(read)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    available: () => performs,
    groups: () => [...offers].flatMap((read) => read()),
  }
}

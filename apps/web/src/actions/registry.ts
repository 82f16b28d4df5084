import type { ActionDefinition } from './definitions.ts'

export type Perform = () => void

/** Palette entries other than actions: a conversation, a database, a page. */
export interface PaletteEntry {
  /** Unique among all entries. */
  id: string
  label: string
  /** Distinguishes it from entries with the same name. */
  detail?: string
  /** Additional search words. */
  keywords?: string
  perform: Perform
}

export interface PaletteGroup {
  title: string
  entries: PaletteEntry[]
}

/** Reads what a part of the page currently adds. */
export type ReadGroups = () => PaletteGroup[]

export interface Registry {
  /** Registers what an action does; the last registration applies. Returns a function that removes it. */
  register: (definition: ActionDefinition, perform: Perform) => () => void
  /** Adds groups to the command palette. Returns a function that removes them. */
  offer: (read: ReadGroups) => () => void
  subscribe: (listener: () => void) => () => void
  available: () => ReadonlyMap<string, Perform>
  groups: () => PaletteGroup[]
}

/** The actions of the open page. */
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

import type { ListName } from './definition-place.ts'
import { messageOfSchema, type AreaProblem, type Definitions, type Message } from '@parlance/contract'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import { inOurWords } from '../../../lib/use-zod-form.ts'

export type ItemOf<L extends ListName> = Definitions[L][number]

/** What is missing or wrong in a definition, by the name of the field. */
export type Gaps = ReadonlyMap<string, Message>

/** What the fields of a definition get. */
export interface DefinitionFieldsProps<Item> {
  item: Item
  onChange: (item: Item) => void
  /** Empty until the user has left the definition. */
  gaps: Gaps
  problems: readonly AreaProblem[]
  /** The buttons of a definition that is one line. */
  actions: ReactNode
}

/** How the definitions of a list are shown and edited. */
export interface ListKind<Item> {
  title: Message
  addLabel: Message
  /** What such a definition is for, with one example. */
  about: Message
  /** Whether each definition is one line of fields. Others open below their name. */
  isLine: boolean
  /** Empty while it has no name. */
  nameOf: (item: Item) => string
  /** What it says, in one line. */
  summaryOf: (item: Item) => string
  /** What a search looks in, in addition to the name and the summary. */
  wordsOf: (item: Item) => string[]
  /** What sets it apart from others of the list; null if nothing does. */
  badgeOf?: (item: Item) => Message | null
  isDeprecated: (item: Item) => boolean
  fresh: () => Item
  copyOf: (item: Item, all: Item[]) => Item
  schema: z.ZodType
  Fields: ComponentType<DefinitionFieldsProps<Item>>
}

/** Finds what the rules of the contract refuse in a definition. */
export function gapsOf(schema: z.ZodType, item: unknown): Gaps {
  const issues = schema.safeParse(item, inOurWords).error?.issues ?? []
  const gaps = new Map<string, Message>()
  for (const { path, message: text } of issues) {
    const part = path.findLast((step) => typeof step === 'string') ?? ''
    if (!gaps.has(part)) gaps.set(part, messageOfSchema(text))
  }
  return gaps
}

/** "Revenue", then "Revenue 2": a name that no other definition of the list has. */
export function freeName(name: string, all: { name: string }[]): string {
  const taken = new Set(all.map((one) => keyOfDefinition(one.name)))
  const base = name.replace(/ \d+$/, '')
  let free = name
  for (let count = 2; taken.has(keyOfDefinition(free)); count++) free = `${base} ${count}`
  return free
}

/** Names are the same whatever their case. */
export function keyOfDefinition(name: string): string {
  return name.trim().toLowerCase()
}

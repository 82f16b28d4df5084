import {
  portableKey,
  definitionLimits,
  message,
  messageOfSchema,
  portableItemSchema,
  verbatim,
  type ImportNoteEffect,
  type Message,
  type PortableItem,
  type PortableKind,
} from '@parlance/contract'
import { FileError, type Place } from './file-error.ts'
import type { FileNode } from './file-node.ts'

/** Something of a file that does not come in as it is, and why. */
export interface ImportNote {
  place: Place
  effect: ImportNoteEffect
  reason: Message
}

/** Something that a file says, and where. */
export type FoundItem = PortableItem & { place: Place }

const limits: Partial<Record<PortableKind, number>> = {
  metric: definitionLimits.metrics,
  dimension: definitionLimits.dimensions,
  filter: definitionLimits.filters,
  time_column: definitionLimits.timeColumns,
  value_synonym: definitionLimits.valueSynonyms,
  relationship: 1000,
}

/** Collects what a file says, and what of it does not fit. Everything of a file ends up as one or the other. */
export class Collector {
  readonly items: FoundItem[] = []
  readonly notes: ImportNote[] = []
  readonly #keys = new Map<string, FoundItem>()
  readonly #counts = new Map<PortableKind, number>()

  /** Adds an item if it is valid and its name is free. Else notes why it is left out. */
  add(found: PortableItem, place: Place): boolean {
    const checked = portableItemSchema.safeParse(found)
    if (!checked.success) {
      const [issue] = checked.error.issues
      return this.#refuse(place, issue === undefined ? message('It is not valid.') : messageOfSchema(issue.message))
    }
    const item = { ...checked.data, place }
    const key = portableKey(item)
    const other = this.#keys.get(key)
    if (other !== undefined) {
      if (JSON.stringify(other.value) === JSON.stringify(item.value)) return true
      return this.#refuse(
        place,
        message('Line {line, number} already has this name. Rename one of them.', { line: other.place.line }),
      )
    }
    const count = (this.#counts.get(item.kind) ?? 0) + 1
    const most = limits[item.kind]
    if (most !== undefined && count > most) {
      return this.#refuse(place, message('An area can have {most, number} of these. Import fewer.', { most }))
    }
    this.#counts.set(item.kind, count)
    this.#keys.set(key, item)
    this.items.push(item)
    return true
  }

  note(place: Place, effect: ImportNoteEffect, reason: Message): void {
    this.notes.push({ place, effect, reason })
  }

  /** Reads an element. If that fails, the element is left out and noted. */
  attempt(node: FileNode, read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      // What is left out is the element, even if the reason is elsewhere.
      const isInside = error.place?.path.startsWith(node.place.path) ?? false
      this.note(isInside && error.place !== null ? error.place : node.place, 'left_out', error.detail)
    }
  }

  /** Notes each key of an object that is not in a list. */
  noteOthers(node: FileNode, known: readonly string[]): void {
    if (node.kind !== 'map') return
    for (const [key, value] of node.entries) {
      if (known.includes(key) || isEmpty(value)) continue
      this.note(value.place, 'part_left_out', message('Parlance does not know the key {key}.', { key: verbatim(key) }))
    }
  }

  #refuse(place: Place, reason: Message): false {
    this.note(place, 'left_out', reason)
    return false
  }
}

/** Null, false, or without elements: leaving it out changes nothing. */
export function isEmpty(node: FileNode): boolean {
  switch (node.kind) {
    case 'null':
      return true
    case 'boolean':
      return !node.value
    case 'list':
      return node.items.length === 0
    case 'map':
      return [...node.entries.values()].every(isEmpty)
    case 'text':
      return node.value === ''
    case 'number':
      return false
  }
}

import { message, type Message } from '@parlance/contract'
import type { Filter } from '../query.ts'
import { columnOf, type Schema } from './model.ts'

/** The name of a definition inside a sentence: 'net revenue', but 'AOV'. */
export function spokenName(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? `${name[0]?.toLowerCase()}${name.slice(1)}` : name
}

/** A filter of the area in a sentence; null for any other condition. */
export function filterName(schema: Schema, filter: Filter): Message | null {
  if (filter.kind !== 'compare' || filter.left.kind !== 'column') return null
  const { computed } = columnOf(schema, filter.left.ref)
  if (computed?.kind !== 'filter') return null
  const name = spokenName(computed.name)
  const isWanted = (filter.value === true) === (filter.operator === '=')
  return isWanted ? message('“{name}” applies', { name }) : message('“{name}” does not apply', { name })
}

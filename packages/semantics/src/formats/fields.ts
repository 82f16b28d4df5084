import type { Collector } from './collector.ts'
import type { Dataset, Field } from './dataset.ts'
import type { Place } from './file-error.ts'
import { isSame } from './match-tables.ts'

/** What a file says about a column or an expression of a table. */
export interface FieldText {
  description: string | null
  synonyms: string[]
  /** Whether people group or filter by it. */
  isDimension: boolean
}

/**
 * Adds a field: a hint if it is a column with its own name, else a dimension. A column with another name, by which no
 * one groups, is a hint too, with that name as a synonym.
 * @returns whether it came in; an expression that is no dimension does not
 */
export function addField(dataset: Dataset, field: Field, text: FieldText, place: Place, collector: Collector): boolean {
  dataset.addField(field)
  const { description, synonyms, isDimension } = text
  const table = dataset.table.name
  const isOwnName = field.column !== null && isSame(field.column, field.name)
  if (field.column !== null && (isOwnName || !isDimension)) {
    const words = isOwnName ? synonyms : withoutRepeats([field.name, ...synonyms])
    if (description === null && words.length === 0) return true
    const value = { table_name: table, name: field.column, description, synonyms: words }
    return collector.add({ kind: 'column', value }, place)
  }
  if (!isDimension) return false
  const value = {
    name: field.name,
    description,
    synonyms,
    table,
    expression: field.sql,
    parent: null,
    deprecated: null,
  }
  return collector.add({ kind: 'dimension', value }, place)
}

/** Synonyms without empty and repeated ones. */
export function withoutRepeats(synonyms: readonly string[]): string[] {
  const trimmed = synonyms.map((synonym) => synonym.trim()).filter((synonym) => synonym !== '')
  return trimmed.filter((synonym, at) => trimmed.findIndex((other) => isSame(other, synonym)) === at)
}

import type { Cell } from '@parlance/contract'
import { normalise, singular } from '@parlance/retrieval'
import type { ColumnValues } from '../contract.ts'
import { valueAliases } from '../lexicon/synonyms.ts'
import { certainValue, equivalent, otherForm, quality } from './quality.ts'
import type { ColumnModel } from '../schema/model.ts'

/** A stored value that words of the question name. */
export interface ValueMatch {
  column: ColumnModel
  value: Cell
  quality: number
}

/** The known values by their normalized text. */
export interface ValueIndex {
  exact: Map<string, ValueMatch[]>
  singular: Map<string, ValueMatch[]>
  /** Columns whose values couldn't be read, so any text may be one of theirs. */
  unread: Set<ColumnModel>
  /** Columns that couldn't be read in time, so nothing can be said about values that aren't known. */
  unchecked: Set<ColumnModel>
  /** Columns whose values were read. */
  read: Map<ColumnModel, Cell[]>
  /** Values that unknown words, or pairs of words, of the question are read as. */
  related?: ReadonlyMap<string, string>
}

/** An empty index. */
export function emptyValues(): ValueIndex {
  return { exact: new Map(), singular: new Map(), unread: new Set(), unchecked: new Set(), read: new Map() }
}

function push(map: Map<string, ValueMatch[]>, key: string, match: ValueMatch): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [match])
  else list.push(match)
}

/** Maximum length, in characters, of a value that a question may name. */
const longestValue = 120

/** A value as texts are compared: without case, accents, and repeated spaces. */
export const plainKey = (text: string): string =>
  normalise(text)
    .replace(/[\s_]+/g, ' ')
    .trim()

/** Adds the values of a column that could be read. */
export function addValues(index: ValueIndex, column: ColumnModel, { values, isUnchecked }: ColumnValues): void {
  if (isUnchecked === true) index.unchecked.add(column)
  if (isUnchecked === true || values === null) index.unread.add(column)
  else index.read.set(column, [...values])
  addKnown(index, column, values ?? [])
}

/** Adds some values of a column, which may have others. Values that are already known are skipped. */
export function addKnown(index: ValueIndex, column: ColumnModel, values: readonly Cell[]): void {
  for (const value of values) {
    if (value === null) continue
    const text = String(value)
    if (text.length > longestValue) continue
    const key = plainKey(text)
    if (key === '' || key.length > longestValue) continue
    if (index.exact.get(key)?.some((one) => one.column === column && one.value === value)) continue
    push(index.exact, key, { column, value, quality: quality.whole })
    if (/^\p{L}[\p{L} -]*$/u.test(key)) push(index.singular, singularKey(key), { column, value, quality: otherForm })
  }
}

function singularKey(key: string): string {
  return key.replace(/-/g, ' ').split(' ').map(singular).join(' ')
}

/** The stored values that a text names: the same text in any case, its plural, or a common equivalent. */
export function matchValue(index: ValueIndex, text: string): ValueMatch[] {
  const key = plainKey(text)
  if (key === '') return []
  const exact = index.exact.get(key)
  if (exact !== undefined) return exact
  const aliased = valueAliases(key).flatMap((alias) =>
    (index.exact.get(alias) ?? []).map((match) => ({ ...match, quality: equivalent })),
  )
  const usable = aliased.filter(
    (match) => String(match.value).length > 1 || /sex|gender/i.test(match.column.name) || key === 'yes' || key === 'no',
  )
  if (usable.length > 0) return usable
  const plural = index.singular.get(singularKey(key))
  if (plural !== undefined) return plural
  const related = index.related?.get(singularKey(key))
  return related === undefined
    ? []
    : // The word has no other meaning, so the value isn't in doubt.
      (index.exact.get(related) ?? []).map((match) => ({ ...match, quality: certainValue }))
}

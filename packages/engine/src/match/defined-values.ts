import type { ColumnModel, Schema } from '../schema/model.ts'
import { quality } from './quality.ts'
import { addValues, plainKey, type ValueIndex } from './values.ts'

/** Adds the values that definitions name: those of computed dimensions, and synonyms of stored values. */
export function addDefinedValues(values: ValueIndex, { vocabulary }: Schema): void {
  for (const { column } of vocabulary?.dimensions ?? []) {
    const known = column.computed?.values ?? null
    if (known !== null) addValues(values, column, { values: known })
  }
  for (const { column, value, synonyms } of vocabulary?.synonyms ?? []) addSynonyms(values, column, value, synonyms)
}

/** Adds other words for a stored value. They mean nothing else. */
function addSynonyms(index: ValueIndex, column: ColumnModel, value: string, synonyms: readonly string[]): void {
  for (const one of synonyms) index.exact.set(plainKey(one), [{ column, value, quality: quality.whole }])
}

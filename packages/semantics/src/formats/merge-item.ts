import type { Cardinality, Metric, PortableItem, AreaJoin } from '@parlance/contract'
import { isSame } from './match-tables.ts'

/**
 * An item of a file on top of what the area has. A file adds and changes; what it does not mention stays.
 * @param before the area's item with the same key
 */
export function mergeItem(item: PortableItem, before: PortableItem | null): PortableItem {
  if (before === null) return item
  if (item.kind === 'metric' && before.kind === 'metric') {
    return { kind: 'metric', value: mergeMetric(item.value, before.value) }
  }
  if (item.kind === 'relationship' && before.kind === 'relationship') {
    return { kind: 'relationship', value: mergeRelationship(item.value, before.value) }
  }
  if (item.kind === 'synonyms' && before.kind === 'synonyms') {
    return { kind: 'synonyms', value: withMore(before.value, item.value) }
  }
  if (item.kind === 'dimension' && before.kind === 'dimension') {
    return { kind: 'dimension', value: filled(item.value, before.value) }
  }
  if (item.kind === 'filter' && before.kind === 'filter') {
    return { kind: 'filter', value: filled(item.value, before.value) }
  }
  if (item.kind === 'table' && before.kind === 'table')
    return { kind: 'table', value: filled(item.value, before.value) }
  if (item.kind === 'column' && before.kind === 'column') {
    return { kind: 'column', value: filled(item.value, before.value) }
  }
  if (item.kind === 'value_synonym' && before.kind === 'value_synonym') {
    return { kind: 'value_synonym', value: filled(item.value, before.value) }
  }
  return item
}

function withMore(before: readonly string[], words: readonly string[]): string[] {
  return [...before, ...words.filter((word) => !before.some((other) => isSame(other, word)))]
}

/** Takes what is null from the area, and adds to its synonyms. */
function filled<T extends { synonyms?: string[] }>(value: T, before: T): T {
  const known = Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== undefined))
  return { ...before, ...known, synonyms: withMore(before.synonyms ?? [], value.synonyms ?? []) }
}

function mergeMetric(value: Metric, before: Metric): Metric {
  const { computation } = value
  const merged = filled(value, before)
  const isSameTable =
    computation.kind === 'aggregate' &&
    before.computation.kind === 'aggregate' &&
    isSame(computation.table, before.computation.table)
  if (!isSameTable || before.computation.kind !== 'aggregate') return merged
  return {
    ...merged,
    computation: { ...computation, time_column: computation.time_column ?? before.computation.time_column },
  }
}

/** Keeps the sides as the area has them, because nothing depends on which is left. */
function mergeRelationship(value: AreaJoin, before: AreaJoin): AreaJoin {
  const isTurned = !isSame(value.left_table ?? '', before.left_table ?? '') || isOtherColumn(value, before)
  const { cardinality } = value
  const stated = cardinality === undefined ? {} : { cardinality: isTurned ? turned[cardinality] : cardinality }
  const { join_type, description } = value
  return {
    ...before,
    ...(join_type === undefined ? {} : { join_type }),
    ...(description === undefined ? {} : { description }),
    ...stated,
  }
}

function isOtherColumn(value: AreaJoin, before: AreaJoin): boolean {
  return !isSame(value.left_column ?? '', before.left_column ?? '')
}

const turned: Record<Cardinality, Cardinality> = {
  many_to_one: 'one_to_many',
  one_to_many: 'many_to_one',
  one_to_one: 'one_to_one',
  many_to_many: 'many_to_many',
}

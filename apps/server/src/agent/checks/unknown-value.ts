import { dialectFacts, message } from '@parlance/contract'
import type { ResultWarning } from '@parlance/contract'
import { quoteName, type TableRef, type ValueComparison } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'
import { nameOf, pathOf, read } from '../look-up.ts'
import { nearestValues } from '../nearest-values.ts'
import { lookUpLimit, warning, type Check } from './check.ts'

/** Values in the query that no row has, with the closest ones that exist. */
export const unknownValue: Check = {
  isNote: false,
  // Its message quotes existing values, but such a model gets `messageWithoutData` instead.
  quotesData: false,
  find: async ({ found, isEmpty, turn }) => {
    const comparisons = found.comparisons.filter((one) => isEmpty || !one.isPlainFilter).slice(0, lookUpLimit)
    // A failed lookup must not discard the others.
    const looked = await Promise.all(comparisons.map((one) => valueWarnings(one, turn).catch(() => [])))
    return looked.flat()
  },
}

async function valueWarnings({ table, column, values }: ValueComparison, turn: AgentTurn): Promise<ResultWarning[]> {
  const name = nameOf(table, turn)
  const { values: list, isUnchecked } = await turn.valuesOf(name, column)
  if (!list || isUnchecked)
    return (await Promise.all(values.map((value) => unlistedWarning({ table, column, value }, turn)))).flat()
  const existing = list.filter((value) => value !== null).map(String)
  return values
    .filter((value) => value.trim() !== '' && !existing.some((one) => isSameText(one, value, turn)))
    .map((value) => unknownValueWarning({ name, column, value, nearest: nearestValues(value, existing) }))
}

function isSameText(one: string, other: string, { catalogue }: AgentTurn): boolean {
  return dialectFacts[catalogue.dialect].ignoresTextCase ? one.toLowerCase() === other.toLowerCase() : one === other
}

interface WrittenValue {
  table: TableRef
  column: string
  value: string
}

/** If a column has too many values to list, looks for this value, then for values with it or its longest word. */
async function unlistedWarning({ table, column, value }: WrittenValue, turn: AgentTurn): Promise<ResultWarning[]> {
  const { dialect } = turn.catalogue
  const quoted = quoteName(column, dialect)
  const from = pathOf(table, turn)
  if ((await read(turn, `SELECT ${quoted} FROM ${from} WHERE ${quoted} = :value`, { value })).length > 0) return []
  const like = `SELECT DISTINCT ${quoted} FROM ${from} WHERE LOWER(${quoted}) LIKE :pattern`
  const longest = (value.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? ''
  let nearest: string[] = []
  for (const words of [value, longest].filter((text) => text.length >= 3)) {
    if (nearest.length > 0) break
    const near = await read(turn, like, { pattern: `%${words.toLowerCase()}%` }).catch(() => [])
    nearest = nearestValues(
      value,
      near.map((row) => String(row[0] ?? '')),
    )
  }
  return [unknownValueWarning({ name: nameOf(table, turn), column, value, nearest })]
}

interface UnknownValue {
  name: string
  column: string
  value: string
  nearest: string[]
}

function unknownValueWarning({ name, column, value, nearest }: UnknownValue): ResultWarning {
  const closest = nearest.map((one) => `"${one}"`).join(', ')
  const text =
    nearest.length === 0
      ? message('No row of {table} has the {column} "{value}".', { table: name, column, value })
      : message('No row of {table} has the {column} "{value}". Closest existing values: {closest}.', {
          table: name,
          column,
          value,
          closest,
        })
  return warning('unknown_value', text, { table: name, column, value, nearest })
}

/** The message without existing values, for a model that may not see data. The written value is the model's own. */
export function messageWithoutData({ kind, message: text, table, column, value }: ResultWarning): string {
  if (kind !== 'unknown_value') return text
  return unknownValueWarning({ name: table ?? '', column: column ?? '', value: value ?? '', nearest: [] }).message
}

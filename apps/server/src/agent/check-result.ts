import { dialectFacts, message, wireMessage } from '@parlance/contract'
import type { ResultWarning } from '@parlance/contract'
import { quoteName, type Examination, type TableRef, type ValueComparison } from '@parlance/sql'
import type { CollectedResult } from '../door/present.ts'
import { periodWarnings } from './check-period.ts'
import { tieWarnings } from './check-ties.ts'
import type { AgentTurn } from './contract.ts'
import { nameOf, pathOf, read } from './look-up.ts'
import { nearestValues } from './nearest-values.ts'
import { inTime } from './in-time.ts'

/** Columns whose values or period are looked up for one result. */
const lookUpLimit = 4
/** How many milliseconds an answer waits for these lookups. */
const patienceMs = 3_000

/**
 * Finds reasons why a result may be wrong although its query ran: sums over repeated rows, cut input, values that no
 * row has, a period without data or only partly covered by data, and omitted rows that tie with the last one. Values
 * are looked up through the door, so users never learn what they may not see. Never throws except on cancellation; a
 * check that fails produces no warning.
 * @param databaseMs how long the query took; a slow database isn't asked to do the same work again
 */
export async function checkResult(
  found: Examination | null,
  result: CollectedResult,
  turn: AgentTurn,
  databaseMs = 0,
): Promise<ResultWarning[]> {
  if (!found) return []
  const warnings = [...fanOutWarnings(found, turn), ...limitWarnings(found, result, turn)]
  const isEmpty = saysNothing(result)
  const comparisons = found.comparisons.filter((one) => isEmpty || !one.isPlainFilter).slice(0, lookUpLimit)
  const periods = found.dateFilters.slice(0, lookUpLimit)
  const lookUps = [
    ...comparisons.map((one) => valueWarnings(one, turn)),
    ...periods.map((one) => periodWarnings(one, turn, { isEmpty })),
    tieWarnings(found, result, turn, databaseMs),
  ]
  // A failed lookup must not discard the others.
  const looked = await inTime(Promise.all(lookUps.map((one) => one.catch(() => []))), patienceMs, [])
  turn.signal.throwIfAborted()
  return unique([...warnings, ...looked.flat()])
}

/**
 * Properties of each kind of warning. A note accompanies a correct answer; other warnings mean that the query may be
 * wrong. A message that quotes data goes to a model only if data may be shared.
 */
const warningKinds = {
  join_fan_out: { isNote: false, quotesData: false },
  limited_input: { isNote: false, quotesData: false },
  limit_reached: { isNote: false, quotesData: false },
  // Its message quotes existing values, but such a model gets `messageWithoutData` instead.
  unknown_value: { isNote: false, quotesData: false },
  outside_period: { isNote: false, quotesData: true },
  partial_period: { isNote: true, quotesData: true },
  tie_at_limit: { isNote: true, quotesData: false },
} satisfies Record<ResultWarning['kind'], { isNote: boolean; quotesData: boolean }>

/** Whether the answer is correct and the warning only adds to it. */
export function isNote({ kind }: ResultWarning): boolean {
  return warningKinds[kind].isNote
}

/** Whether the message as a whole reveals data. */
export function quotesData({ kind }: ResultWarning): boolean {
  return warningKinds[kind].quotesData
}

/** True if the result has no rows, or only the zeros and NULLs that an aggregate over no rows returns. */
export function saysNothing({ rows }: CollectedResult): boolean {
  if (rows.length === 0) return true
  return rows.length === 1 && rows.every((row) => row.every((cell) => cell === null || Number(cell) === 0))
}

function fanOutWarnings({ fanOuts }: Examination, turn: AgentTurn): ResultWarning[] {
  return fanOuts.map(({ aggregate, table, multipliedBy }) => {
    const counted = nameOf(table, turn)
    const by = nameOf(multipliedBy, turn)
    return {
      kind: 'join_fan_out',
      table: counted,
      ...wireMessage(
        message(
          '{aggregate} counts each row of {table} once for every matching row of {other}, so the result may be too high.',
          { aggregate, table: counted, other: by },
        ),
      ),
    }
  })
}

function limitWarnings(found: Examination, result: CollectedResult, turn: AgentTurn): ResultWarning[] {
  const inputs = found.limitedInputs
    .filter(({ rows, ordered }) => !(ordered && isAsked(rows, turn)))
    .map(({ rows }): ResultWarning => ({
      kind: 'limited_input',
      ...wireMessage(
        message(
          '{n, plural, one {The result covers only 1 row of the data, not all of it.} other {The result covers only {n} rows of the data, not all of it.}}',
          { n: rows },
        ),
      ),
    }))
  const { ownLimit } = found
  const isReached = ownLimit !== null && ownLimit > 1 && result.rows.length === ownLimit
  if (!isReached || isAsked(ownLimit, turn)) return inputs
  const reached = message('The query returns at most {n} rows. There may be more.', { n: ownLimit })
  return [...inputs, { kind: 'limit_reached', ...wireMessage(reached) }]
}

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/**
 * Whether a limit is what the user asked for: the question, or an earlier one that it builds on, names it. The built-in
 * engine limits nothing that wasn't asked for.
 */
function isAsked(rows: number, { question, history, understood }: AgentTurn): boolean {
  if (understood !== undefined) return true
  const asked = [question, ...history.map((one) => one.question)].join(' ').toLowerCase()
  const words: string[] = asked.match(/\p{N}+|\p{L}+/gu) ?? []
  return words.includes(String(rows)) || words.includes(smallNumbers[rows] ?? String(rows))
}

async function valueWarnings({ table, column, values }: ValueComparison, turn: AgentTurn): Promise<ResultWarning[]> {
  const name = nameOf(table, turn)
  const { values: list, isUnchecked } = await turn.valuesOf(name, column)
  if (!list || isUnchecked)
    return (await Promise.all(values.map((value) => unlistedWarning({ table, column, value }, turn)))).flat()
  const existing = list.filter((value) => value !== null).map(String)
  return values
    .filter((value) => value.trim() !== '' && !existing.some((one) => isSameText(one, value, turn)))
    .map((value) => unknownValue({ name, column, value, nearest: nearestValues(value, existing) }))
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
  return [unknownValue({ name: nameOf(table, turn), column, value, nearest })]
}

function unknownValue({
  name,
  column,
  value,
  nearest,
}: {
  name: string
  column: string
  value: string
  nearest: string[]
}): ResultWarning {
  const closest = nearest.map((one) => `"${one}"`).join(', ')
  const values = { table: name, column, value, closest }
  return {
    kind: 'unknown_value',
    table: name,
    column,
    value,
    nearest,
    ...wireMessage(
      nearest.length === 0
        ? message('No row of {table} has the {column} "{value}".', { table: name, column, value })
        : message('No row of {table} has the {column} "{value}". Closest existing values: {closest}.', values),
    ),
  }
}

/** The message without existing values, for a model that may not see data. The written value is the model's own. */
export function messageWithoutData({ kind, message, table, column, value }: ResultWarning): string {
  if (kind !== 'unknown_value') return message
  return unknownValue({ name: table ?? '', column: column ?? '', value: value ?? '', nearest: [] }).message
}

function unique(warnings: ResultWarning[]): ResultWarning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()]
}

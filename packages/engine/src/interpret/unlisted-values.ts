import { message, type Message } from '@parlance/contract'
import { normalise } from '@parlance/retrieval'
import { listOf } from '../answer/lists.ts'
import { significantWords } from '../answer/missed-words.ts'
import type { ColumnPlace, TranslateRequest } from '../contract.ts'
import type { Decline } from '../decline.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import { addKnown, matchValue, type ValueIndex } from '../match/values.ts'
import type { Filter, Literal, Query, Scalar } from '../query.ts'
import { columnOf, type ColumnModel, type Schema } from '../schema/model.ts'

/** Texts that may be stored values of a column. */
export interface WantedValues {
  column: ColumnModel
  texts: string[]
}

/** The most texts of one question that are looked for. */
const mostTexts = 6
/** The shortest text that is looked for. */
const shortestText = 2

/** The texts of a question that may be stored values: what was missed, also together with the names around it. */
export function textsToFind(question: string, missed: readonly string[]): string[] {
  const plain = plainQuestion(question)
  const words = new Set(missed.flatMap((one) => tokensOf(one).map(({ lower }) => lower)))
  const runs: { from: number; to: number; isMissed: boolean }[] = []
  let open: (typeof runs)[number] | null = null
  for (const [at, token] of tokensOf(plain).entries()) {
    const isMissed = words.has(token.lower)
    if (!isMissed && !token.quoted && !(token.capital && at > 0)) open = null
    else if (open === null) runs.push((open = { from: token.start, to: token.end, isMissed }))
    else Object.assign(open, { to: token.end, isMissed: open.isMissed || isMissed })
  }
  const texts = runs.filter((run) => run.isMissed).map(({ from, to }) => plain.slice(from, to).replaceAll('"', ''))
  return [...new Set([...texts, ...missed])].filter((one) => one.length >= shortestText).slice(0, mostTexts)
}

/** The texts that a query compares with columns whose values were not listed. */
export function comparedWith(schema: Schema, query: Query, values: ValueIndex): WantedValues[] {
  return query.filters
    .flatMap(comparisonsIn)
    .flatMap(({ left, texts }) => (left.kind === 'column' ? [{ column: columnOf(schema, left.ref), texts }] : []))
    .filter(({ column, texts }) => values.unread.has(column) && texts.length > 0)
}

function comparisonsIn(filter: Filter): { left: Scalar; texts: string[] }[] {
  if (filter.kind === 'compare') return [{ left: filter.left, texts: textsOf([filter.value]) }]
  if (filter.kind === 'in') return [{ left: filter.left, texts: textsOf(filter.values) }]
  if (filter.kind === 'not') return comparisonsIn(filter.filter)
  return 'filters' in filter ? filter.filters.flatMap(comparisonsIn) : []
}

function textsOf(values: readonly Literal[]): string[] {
  return values.filter((one) => typeof one === 'string')
}

/**
 * Looks for texts in columns with too many values to list, and adds what it finds.
 * @returns whether there is something new
 */
export async function findValues(
  { findValues: find, signal }: TranslateRequest,
  values: ValueIndex,
  wanted: readonly WantedValues[],
): Promise<boolean> {
  const texts = [...new Set(wanted.flatMap((one) => one.texts))].slice(0, mostTexts)
  const columns = new Map(wanted.map(({ column }) => [keyOf({ table: column.table.key, column: column.name }), column]))
  if (find === undefined || texts.length === 0) return false
  const places = [...columns.values()].map((column) => ({ table: column.table.key, column: column.name }))
  const { found, unchecked } = await find(texts, places)
  signal?.throwIfAborted()
  const late = new Set(unchecked.map(keyOf))
  for (const [key, column] of columns) {
    if (late.has(key)) values.unchecked.add(column)
    else values.unchecked.delete(column)
    addKnown(
      values,
      column,
      found.filter((one) => keyOf(one) === key).map(({ value }) => value),
    )
  }
  return found.length > 0
}

function keyOf({ table, column }: ColumnPlace): string {
  return JSON.stringify([table, column])
}

/** Says which values of a query could not be checked, so that an empty result isn't taken for a fact. */
export function uncheckedNotes(wanted: readonly WantedValues[], values: ValueIndex): Message[] {
  return wanted
    .filter(({ column }) => values.unchecked.has(column))
    .flatMap(({ column, texts }) =>
      texts
        .filter((text) => !matchValue(values, text).some((one) => one.column === column))
        .map((text) =>
          message('Whether {column} has the value “{text}” could not be checked in time', {
            column: `${column.table.name}.${column.name}`,
            text,
          }),
        ),
    )
}

/** The reason for words that may be values of a column that could not be checked; null if that isn't the case. */
export function uncheckedWords({ missed, choices }: Decline, values: ValueIndex, phrases: PhraseIndex): Message | null {
  if (values.unchecked.size === 0 || choices !== null) return null
  const words = significantWords(missed).filter((word) => !phrases.entries.has(normalise(word)))
  const [column] = values.unchecked
  if (words.length === 0 || column === undefined) return null
  return message(
    '{words} could not be checked in the data in time. Name the column, for example “{column} is {word}”, or try again.',
    { words: listOf(words.map((word) => `“${word}”`)), column: column.spoken, word: words[0] ?? '' },
  )
}

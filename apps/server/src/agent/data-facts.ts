import type { Catalogue, CatalogueColumn, CatalogueTable, Cell } from '@parlance/contract'
import { splitIdentifier } from '@parlance/retrieval'
import { findColumn } from './column-sql.ts'
import type { AgentTurn } from './contract.ts'
import { possibleValues } from './possible-values.ts'
import { promptColumn } from './schema-text.ts'
import { tableName } from './table-name.ts'
import { inTime } from './in-time.ts'

/** Tables to look at, columns in total, and values shown per column. */
const tableLimit = 10
const columnLimit = 16
const valueLimit = 12
const longestValue = 40
/** Characters of all lists together. */
const budget = 1_800
/** Larger tables are not read just for a hint. */
const largestTable = 200_000
/** Milliseconds that a question waits for lists that aren't cached yet; later questions find them in the cache. */
const patienceMs = 60

/** Words in names of columns that usually have few, meaningful values. */
const categoryWords = new Set(
  (
    'status state type kind category class group segment region country city channel gender method priority level ' +
    'plan tier stage source department role currency unit size color colour brand language season'
  ).split(' '),
)

/** Characters of hits and of ranges. */
const hitBudget = 600
const rangeBudget = 600

/** Lines for a prompt. */
export interface DataFacts {
  /** Stored spellings of words in the question. */
  found: string[]
  /** Values and ranges of columns. */
  columns: string[]
}

/**
 * Facts about the data as lines for a model's prompt. This is the only way by which stored facts, stored values, and
 * lists of values reach a model. Empty if data may not be shared. Everything comes from lookups as this user: a column
 * that a row rule or a mask limits has no stored facts, and its values are read through the door.
 * - Hits: stored spellings of words in the question.
 * - Lists: the values of low-cardinality columns, so that the model filters by values that exist.
 * - Ranges: the first and last date of date columns.
 * @param options.waitMs milliseconds that the question waits for each of them
 * @param options.share the part of their full length that they get
 */
export async function dataFacts(
  turn: AgentTurn,
  tables: CatalogueTable[],
  { waitMs = patienceMs, share = 1 }: { waitMs?: number; share?: number } = {},
): Promise<DataFacts> {
  if (!turn.shareData) return { found: [], columns: [] }
  const near = tables.slice(0, tableLimit)
  // Leaves out facts that are late or unavailable, because a hint is never worth a failed question.
  const inTimeOrNone = (facts: Promise<string[]>) =>
    inTime(
      facts.catch(() => []),
      waitMs,
      [],
    )
  const [hits, lists, ranges] = await Promise.all([
    inTimeOrNone(hitLines(turn, near)),
    listLines(turn, near, waitMs),
    inTimeOrNone(rangeLines(turn, near)),
  ])
  return {
    found: within(hits, hitBudget * share),
    columns: [...within(lists, budget * share), ...within(ranges, rangeBudget * share)],
  }
}

async function hitLines(turn: AgentTurn, tables: CatalogueTable[]): Promise<string[]> {
  const columns = tables.flatMap((table) =>
    table.columns
      .filter(({ kind }) => kind === 'text')
      .map(({ name }) => ({ table: tableName(table, turn.catalogue), column: name })),
  )
  const found = await turn.hitsOf(possibleValues(turn.question), columns)
  return [...new Set(found.map((hit) => `${placeOf(hit, turn)} = ${quoted([String(hit.value)])}`))]
}

async function rangeLines(turn: AgentTurn, tables: CatalogueTable[]): Promise<string[]> {
  const dates = tables.flatMap((table) =>
    table.columns
      .filter(({ kind }) => kind === 'date' || kind === 'timestamp')
      .map(({ name }) => ({ table: tableName(table, turn.catalogue), column: name })),
  )
  const lines = await Promise.all(
    dates.slice(0, columnLimit).map(async ({ table, column }) => {
      const { min = null, max = null } = (await turn.profileOf(table, column)) ?? {}
      if (min === null || max === null) return []
      return [`${placeOf({ table, column }, turn)}: ${quoted([String(min), String(max)])} (range)`]
    }),
  )
  return lines.flat()
}

async function listLines(turn: AgentTurn, tables: CatalogueTable[], waitMs: number): Promise<string[]> {
  const { catalogue } = turn
  const columns = tables
    .filter((table) => (table.rowEstimate ?? 0) <= largestTable)
    .flatMap((table) =>
      table.columns.filter((column) => isCategory(column, table)).map((column) => ({ table, column })),
    )
    .slice(0, columnLimit)
  const hint = (column: (typeof columns)[number]) => lineOf(turn, column, catalogue).catch(() => null)
  const lines = await Promise.all(columns.map((column) => inTime(hint(column), waitMs, null)))
  return lines.filter((line) => line !== null)
}

/** A column as SQL needs it. */
function placeOf({ table, column }: { table: string; column: string }, { catalogue }: AgentTurn): string {
  const found = findColumn(catalogue, table, column)
  return found ? promptColumn(found.table, found.column, catalogue) : `${table}.${column}`
}

/** The lines that fit into a number of characters. */
function within(lines: string[], characters: number): string[] {
  let left = characters
  return lines.filter((line) => {
    if (line.length > left) return false
    left -= line.length + 1
    return true
  })
}

/** Values as JSON in which nothing can end the data's marks (R19). */
function quoted(values: string[]): string {
  const list = JSON.stringify(values.length === 1 ? values[0] : values)
  return list.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
}

function isCategory(column: CatalogueColumn, table: CatalogueTable): boolean {
  if (column.kind !== 'text' || table.primaryKey.includes(column.name)) return false
  if (table.foreignKeys.some((key) => key.columns.includes(column.name))) return false
  return splitIdentifier(column.name).some((word) => categoryWords.has(word))
}

async function lineOf(
  turn: AgentTurn,
  { table, column }: { table: CatalogueTable; column: CatalogueColumn },
  catalogue: Catalogue,
): Promise<string | null> {
  const name = tableName(table, catalogue)
  const { values } = await turn.valuesOf(name, column.name)
  const texts = (values ?? []).filter((value): value is Exclude<Cell, null> => value !== null).map(String)
  if (texts.length === 0 || texts.some((text) => text.length > longestValue)) return null
  const more = texts.length - valueLimit
  const list = `[${texts
    .slice(0, valueLimit)
    .map((text) => quoted([text]))
    .join(',')}]`
  return `${promptColumn(table, column.name, catalogue)}: ${list}${more > 0 ? ` and ${more} more` : ''}`
}

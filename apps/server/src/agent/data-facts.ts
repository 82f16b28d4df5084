import type { Catalogue, CatalogueColumn, CatalogueTable, Cell } from '@parlance/contract'
import { splitIdentifier } from '@parlance/retrieval'
import type { AgentTurn } from './contract.ts'
import { tableName } from './schema-text.ts'
import { inTime } from './in-time.ts'

/** Tables to look at, columns in total, and values shown per column. */
const tableLimit = 4
const columnLimit = 6
const valueLimit = 12
const longestValue = 40
/** Characters of all lists together. */
const budget = 700
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

/**
 * Values of low-cardinality columns as lines for the prompt, so that the model filters by values that exist. They are
 * read through the door, so this user may see them. Empty if data may not be shared.
 */
export async function knownValues(turn: AgentTurn, tables: CatalogueTable[]): Promise<string[]> {
  if (!turn.shareData) return []
  const { catalogue } = turn
  const columns = tables
    .slice(0, tableLimit)
    .filter((table) => (table.rowEstimate ?? 0) <= largestTable)
    .flatMap((table) =>
      table.columns.filter((column) => isCategory(column, table)).map((column) => ({ table, column })),
    )
    .slice(0, columnLimit)
  // Leaves out a list that is late or unavailable, because a hint is never worth a failed question.
  const hint = (column: (typeof columns)[number]) => lineOf(turn, column, catalogue).catch(() => null)
  const lines = await Promise.all(columns.map((column) => inTime(hint(column), patienceMs, null)))
  const shown: string[] = []
  let left = budget
  for (const line of lines) {
    if (line === null || line.length > left) continue
    shown.push(line)
    left -= line.length + 1
  }
  return shown
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
  const list = JSON.stringify(texts.slice(0, valueLimit)).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  return `${name}.${column.name}: ${list}${more > 0 ? ` and ${more} more` : ''}`
}

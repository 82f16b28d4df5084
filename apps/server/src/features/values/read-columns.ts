import { dialectFacts, quoteName } from '@parlance/contract'
import type { Catalogue, CatalogueColumn, CatalogueTable, Cell, Row } from '@parlance/contract'
import { pathOf, withLimit } from '../../agent/column-sql.ts'
import type { ColumnProfile } from '../../agent/stored-values.ts'
import { indexedValueLimit } from '../../door/limits.ts'
import { longestText } from './limits.ts'

/** What was read of a column. */
export interface ReadColumn {
  table: CatalogueTable
  column: CatalogueColumn
  /** Null if the facts could not be read. */
  profile: ColumnProfile | null
  /** Every distinct text; null for a column that has too many, long texts, or no texts. */
  texts: string[] | null
}

/** Runs a query to its end. `isCut` says whether rows are missing. */
export type RunIndexQuery = (sql: string) => Promise<{ rows: Row[]; isCut: boolean }>

/** Columns whose facts one query reads. */
const columnsAtOnce = 20
/** The most values of a column whose most frequent values are stored. */
const fewValues = 50
/** The most frequent values that are stored. */
const topValues = 12

/** Whether distinct texts of a column are read. */
export function hasTexts({ kind }: CatalogueColumn, { dialect }: Catalogue): boolean {
  return kind === 'text' || (kind === 'other' && dialectFacts[dialect].hasLooseTypes)
}

const measured = new Set<CatalogueColumn['kind']>(['integer', 'number', 'date', 'timestamp'])

/** Whether anything is read of a column. */
export function isRead(column: CatalogueColumn, catalogue: Catalogue): boolean {
  return measured.has(column.kind) || column.kind === 'boolean' || hasTexts(column, catalogue)
}

/** Reads facts about the columns of a table, and the texts of its text columns. A query that fails leaves gaps. */
export async function* readTable(
  table: CatalogueTable,
  catalogue: Catalogue,
  run: RunIndexQuery,
): AsyncGenerator<ReadColumn> {
  const columns = table.columns.filter((column) => isRead(column, catalogue))
  for (let start = 0; start < columns.length; start += columnsAtOnce) {
    const some = columns.slice(start, start + columnsAtOnce)
    const facts = await readFacts(table, some, { catalogue, run })
    for (const [at, column] of some.entries()) {
      const profile = facts?.[at] ?? null
      const groups = hasTexts(column, catalogue) ? await readGroups(table, column, { catalogue, run }) : null
      const top = groups !== null && groups.length <= fewValues ? groups.slice(0, topValues) : []
      yield {
        table,
        column,
        profile: profile && { ...profile, distinct: groups?.length ?? profile.distinct, top },
        texts: groups && searchable(groups.map(({ value }) => value)),
      }
    }
  }
}

interface Means {
  catalogue: Catalogue
  run: RunIndexQuery
}

async function readFacts(
  table: CatalogueTable,
  columns: CatalogueColumn[],
  { catalogue: { dialect }, run }: Means,
): Promise<ColumnProfile[] | null> {
  const parts = columns.flatMap(({ name, kind }) => {
    const column = quoteName(name, dialect)
    const more = measured.has(kind) ? [`MIN(${column})`, `MAX(${column})`, `COUNT(DISTINCT ${column})`] : []
    return [`COUNT(${column})`, ...more]
  })
  const written = ['COUNT(*)', ...parts].map((part, at) => `${part} AS f${at}`)
  const { rows } = await run(`SELECT ${written.join(', ')} FROM ${pathOf(table, dialect)}`)
  const [row] = rows
  if (row === undefined) return null
  const cells = row.values()
  const next = (): Cell => cells.next().value ?? null
  const total = Number(next())
  return columns.map(({ kind }) => {
    const nulls = total - Number(next())
    if (!measured.has(kind)) return { rows: total, nulls, distinct: null, min: null, max: null, top: [] }
    return { rows: total, nulls, min: next(), max: next(), distinct: Number(next()), top: [] }
  })
}

interface Group {
  value: string
  rows: number
}

/** A column's distinct texts with their rows, most frequent first; null if there are too many. */
async function readGroups(
  table: CatalogueTable,
  { name }: CatalogueColumn,
  { catalogue: { dialect }, run }: Means,
): Promise<Group[] | null> {
  const column = quoteName(name, dialect)
  const rest = `${column}, COUNT(*) AS f1 FROM ${pathOf(table, dialect)} WHERE ${column} IS NOT NULL GROUP BY ${column}`
  const { rows, isCut } = await run(withLimit('SELECT', rest, indexedValueLimit + 1, dialect))
  if (isCut || rows.length === 0 || rows.length > indexedValueLimit) return null
  return rows
    .map(([value = null, count = null]) => ({ value: String(value), rows: Number(count) }))
    .toSorted((left, right) => right.rows - left.rows || (left.value < right.value ? -1 : 1))
}

/** Null if a text is too long to be a value that a question names. */
function searchable(texts: string[]): string[] | null {
  return texts.some((text) => text.length > longestText) ? null : texts
}

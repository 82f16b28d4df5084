import type { Catalogue, CatalogueTable, ResultColumn } from '@parlance/contract'
import { fileManifest, openResults, type ResultTable } from '@parlance/drivers'
import type { MaskedColumn } from '@parlance/sql'
import type { CollectedResult, QueryEnvironment, ReadResult } from './contract.ts'
import type { MissingResult } from './missing-tables.ts'
import { keysOf } from './result-keys.ts'

/** Results are read as files are. */
const { kind, dialect } = fileManifest
/** The most characters of one result that can be computed with. */
const mostCharacters = 8_000_000
/** The longest name of a column that a statement can use, and what a name must not contain. */
const longestName = 128
const unusable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The results of one turn as tables of a separate database. */
export interface ResultTables {
  tables: ResultTable[]
  catalogue: Catalogue
  /** Results that can't be computed with, and why. */
  missing: MissingResult[]
  maskedColumns: MaskedColumn[]
}

/**
 * Makes a table of each complete result. Rows and masks of the rules are already applied, so a statement on these
 * tables can't read more. A result that was cut is left out, because a sum over it would be wrong.
 */
export function tablesOf(results: readonly ReadResult[]): ResultTables {
  const made: ResultTables = {
    tables: [],
    catalogue: { dialect, defaultSchema: null, tables: [] },
    missing: [],
    maskedColumns: [],
  }
  for (const { name, result, masks } of results) {
    const reason = reasonOf(result)
    if (reason !== null) {
      made.missing.push({ name, reason })
      continue
    }
    const names = columnNames(result.columns)
    const columns = result.columns.map(({ kind }, index) => ({ name: names[index] ?? '', kind }))
    made.tables.push({ name, columns, rows: result.rows })
    made.catalogue.tables.push(catalogueTable(name, result, names))
    for (const { index, rule } of masks) {
      made.maskedColumns.push({ table: { schema: null, table: name }, column: names[index] ?? '', rule })
    }
  }
  return made
}

/**
 * The same environment for a statement on results. The user must still be active, and may still use the connection and
 * the area that the results come from.
 */
export function overResults(
  environment: QueryEnvironment,
  { tables, catalogue, missing }: ResultTables,
): QueryEnvironment {
  return {
    ...environment,
    open: async () => {
      const connection = openResults(tables)
      return { connection, kind, dialect, release: () => connection.close() }
    },
    catalogueOf: async () => catalogue,
    scopeOf: async (principal, ids) => {
      const { areaId } = await environment.scopeOf(principal, ids)
      return { areaId, allowedTables: null, policies: null, missing }
    },
  }
}

function reasonOf({ rows, truncated }: ReadResult['result']): 'cut' | 'large' | null {
  if (truncated) return 'cut'
  let characters = 0
  for (const row of rows) {
    for (const cell of row) characters += typeof cell === 'string' ? cell.length : 8
    if (characters > mostCharacters) return 'large'
  }
  return null
}

/** The names that statements use: those of the result, except for ones that are unusable or that several columns have. */
function columnNames(columns: readonly Pick<ResultColumn, 'name'>[]): string[] {
  const usable = columns.map(({ name }, index) =>
    name.trim() === '' || name.length > longestName || unusable.test(name) ? `column_${index + 1}` : name,
  )
  const counts = new Map<string, number>()
  for (const name of usable) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  const taken = new Set(usable.map((name) => name.toLowerCase()))
  const numbers = new Map<string, number>()
  return usable.map((name) => {
    const key = name.toLowerCase()
    if (counts.get(key) === 1) return name
    let number = numbers.get(key) ?? 1
    while (taken.has(`${key}_${number}`)) number++
    numbers.set(key, number + 1)
    taken.add(`${key}_${number}`)
    return `${name}_${number}`
  })
}

function catalogueTable(name: string, result: CollectedResult, names: string[]): CatalogueTable {
  const [primaryKey = [], ...uniqueKeys] = keysOf(result).map((key) => key.map((at) => names[at] ?? ''))
  return {
    schema: null,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: result.columns.map(({ dataType, kind }, index) => ({
      name: names[index] ?? '',
      dataType,
      kind,
      nullable: true,
      comment: null,
    })),
    primaryKey,
    uniqueKeys,
    foreignKeys: [],
    // A single row may be joined without a condition. Other numbers would only cause more reads.
    rowEstimate: result.rows.length === 1 ? 1 : null,
    definition: null,
  }
}

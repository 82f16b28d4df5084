import type { CatalogueColumn, CatalogueTable } from '@parlance/contract'
import type { DatabaseSync } from 'node:sqlite'
import type { ColumnMask } from '../contract.ts'
import type { Random } from './random.ts'
import type { TablePolicy } from './reference-policies.ts'

/** Random rules over a SQLite database's tables: some rows hidden, some columns masked or removed. */
export function randomPolicies(database: DatabaseSync, tables: CatalogueTable[], random: Random): TablePolicy[] {
  return tables.map((table) => ({
    table,
    condition: random.chance(0.6) ? literalCondition(database, table, random) : null,
    masks: random.chance(0.5) ? masks(table, random) : {},
  }))
}

/** A condition on one column with a value that some row has. */
export function literalCondition(database: DatabaseSync, table: CatalogueTable, random: Random): string {
  const column = random.pick(table.columns)
  const name = quoted(column.name)
  const values = database.prepare(`SELECT ${name} AS v FROM ${quoted(table.name)} ORDER BY rowid LIMIT 20`).all()
  const value = values.length > 0 ? random.pick(values).v : null
  if (value === null || value === undefined || value instanceof Uint8Array) return `${name} IS NOT NULL`
  const literal =
    typeof value === 'string' ? `'${value.replaceAll("'", "''").replace(/\p{Cc}/gu, ' ')}'` : String(value)
  return `${name} ${random.pick(['=', '<>', '<', '>='])} ${literal}`
}

const masksOfText: ColumnMask[] = [
  { mask_type: 'partial', pattern: 'XXX-XX-####' },
  { mask_type: 'partial', pattern: '****@domain.com' },
  { mask_type: 'partial', pattern: '#-#' },
  { mask_type: 'replace', replacement: "it's" },
  { mask_type: 'null' },
  { mask_type: 'hash' },
  { mask_type: 'disallow' },
]
const masksOfNumbers: ColumnMask[] = [
  {
    mask_type: 'range',
    ranges: [
      { max: 10, label: 'few' },
      { min: 10, max: 1000, label: 'some' },
      { min: 1000, label: 'many' },
    ],
  },
  { mask_type: 'null' },
  { mask_type: 'disallow' },
]

/** A mask of any type that suits the column, including custom SQL. */
export function maskOf(column: CatalogueColumn, random: Random): ColumnMask {
  const name = quoted(column.name)
  const custom = [`substr(${name}, 1, 1)`, `coalesce(${name}, 'none')`, `CASE WHEN ${name} > 5 THEN 1 ELSE 0 END`, 'id']
  if (random.chance(0.2)) return { mask_type: 'custom', sql: random.pick(custom) }
  const numeric = column.kind === 'integer' || column.kind === 'number'
  const masked = numeric ? [...masksOfNumbers, ...masksOfText] : masksOfText
  // Most questions name a removed column if there are many, so only a few are removed.
  return random.pick(random.chance(0.7) ? masked.filter(({ mask_type }) => mask_type !== 'disallow') : masked)
}

function masks(table: CatalogueTable, random: Random): Record<string, ColumnMask> {
  const chosen: Record<string, ColumnMask> = {}
  for (const column of table.columns.slice(1)) {
    if (!random.chance(0.3)) continue
    const numeric = column.kind === 'integer' || column.kind === 'number'
    chosen[column.name] = random.pick(numeric ? masksOfNumbers : masksOfText)
  }
  return chosen
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

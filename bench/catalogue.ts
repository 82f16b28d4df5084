import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CatalogueTable } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import { indexCatalogue, searchTables } from '@parlance/retrieval'
import { benchKinds, openBenchDatabase, type BenchDatabase, type BenchKind } from './catalogue-engines.ts'
import { median, type Figure } from './figure.ts'

const sizes = [1000, 10_000]
const columnsPerTable = 20
const rounds = 5
const questions = ['How many open invoices does each customer have?', 'average price by region', 'late shipments 2025']

/**
 * Measures introspection of large databases against the engine's own catalogue queries with its bare client, the
 * catalogue's memory, and the search for a question's tables.
 */
export async function run(): Promise<Figure[]> {
  return await measureCatalogues(benchKinds, { sizes, rounds })
}

/** How many tables a database has, one size after the other, and how often each is read. */
export interface CatalogueLoad {
  sizes: readonly number[]
  rounds: number
}

export async function measureCatalogues(kinds: readonly BenchKind[], load: CatalogueLoad): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const kind of kinds) {
    const database = await openBenchDatabase(kind)
    try {
      let made = 0
      for (const size of load.sizes) {
        await seed(database, made, size)
        made = size
        figures.push(...(await measure(database, size, load.rounds)))
      }
    } finally {
      await database.close()
    }
  }
  return figures
}

async function measure(database: BenchDatabase, size: number, measuredRounds: number): Promise<Figure[]> {
  const connection = await (await driverFor(database.kind)).connect(database.config)
  const floors: number[] = []
  const times: number[] = []
  let tables: CatalogueTable[] = []
  for (let round = 0; round <= measuredRounds; round++) {
    const floor = await timed(async () => {
      for (const sql of floorSql[database.kind as BenchKind]) await database.read(sql)
    })
    const time = await timed(async () => {
      tables = await Array.fromAsync(connection.introspect())
    })
    if (round === 0) continue
    floors.push(floor)
    times.push(time)
  }
  await connection.close()
  if (tables.length !== size || tables.some((table) => table.columns.length !== columnsPerTable)) {
    throw new Error(`${database.kind}: the catalog does not match the tables that were created`)
  }
  const name = `${database.kind}, ${size} tables`
  const ratio = median(times) / median(floors)
  return [
    { bench: 'catalogue', name, value: ratio, unit: 'x floor', limit: 2 },
    { bench: 'catalogue', name: `${name}, introspection`, value: median(times), unit: 'ms', limit: null },
    ...(await measureMemory(database, name)),
    ...(database.kind === 'sqlite' ? measureSearch(tables, measuredRounds) : []),
  ]
}

/** Measures how much memory a separate process retains for the catalogue, and its peak growth. */
async function measureMemory(database: BenchDatabase, name: string): Promise<Figure[]> {
  const script = fileURLToPath(new URL('catalogue-memory.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--expose-gc',
    script,
    database.kind,
    JSON.stringify(database.config),
  ])
  const { retained, peak } = JSON.parse(stdout) as { retained: number; peak: number }
  return [
    { bench: 'catalogue', name: `${name}, memory retained`, value: retained, unit: 'MB', limit: 100 },
    { bench: 'catalogue', name: `${name}, peak memory`, value: peak, unit: 'MB', limit: null },
  ]
}

function measureSearch(tables: CatalogueTable[], measuredRounds: number): Figure[] {
  const index = indexCatalogue({ dialect: 'sqlite', defaultSchema: null, tables })
  const times = Array.from({ length: measuredRounds * 10 }, (_, round) => {
    const started = performance.now()
    searchTables(index, questions[round % questions.length] ?? '', 20)
    return performance.now() - started
  })
  const name = `search ${tables.length} tables`
  return [{ bench: 'catalogue', name, value: median(times), unit: 'ms', limit: 20 }]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The engine's own queries for the same data: tables, columns with types and comments, keys. */
const floorSql: Record<BenchKind, string[]> = {
  sqlite: [
    "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view')",
    `SELECT m.name, x.name, x.type, x."notnull", x.pk FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) x WHERE m.type = 'table'`,
    `SELECT m.name, k.* FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`,
  ],
  postgresql: [
    `SELECT n.nspname, c.relname, c.relkind, c.reltuples, obj_description(c.oid, 'pg_class')
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
    `SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       col_description(c.oid, a.attnum)
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
       AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY n.nspname, c.relname, a.attnum`,
    `SELECT conrelid::regclass, contype, conkey, confrelid::regclass, confkey FROM pg_constraint
     WHERE contype IN ('p', 'f') AND conrelid <> 0`,
  ],
  mysql: [
    `SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS, TABLE_COMMENT FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE()`,
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
     FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE()`,
  ],
}

const areas = ['sales', 'stock', 'staff', 'billing', 'support', 'transport', 'marketing', 'production']
const nouns = [
  'invoice',
  'customer',
  'shipment',
  'order',
  'price',
  'region',
  'employee',
  'ticket',
  'contract',
  'payment',
]
const facts = ['name', 'status', 'amount', 'created_at', 'region', 'quantity', 'note', 'price', 'due_date', 'code']
const types = ['VARCHAR(50)', 'INTEGER', 'DECIMAL(12,2)', 'DATE', 'TIMESTAMP NULL']

/** Creates tables number `from` to `to`, each with a key and most with a reference to the previous table. */
async function seed(database: BenchDatabase, from: number, to: number): Promise<void> {
  const portion = 100
  if (database.kind === 'postgresql') types[4] = 'TIMESTAMP'
  for (let first = from; first < to; first += portion) {
    const statements = Array.from({ length: Math.min(portion, to - first) }, (_, index) => createTable(first + index))
    await database.run(statements.join(';\n'))
  }
}

function createTable(number: number): string {
  const columns = Array.from({ length: columnsPerTable - 2 }, (_, index) => {
    const fact = facts[(number + index) % facts.length]
    return `${fact}_${index} ${types[index % types.length]}`
  })
  const reference = number % 10 === 0 ? '' : `, FOREIGN KEY (parent_id) REFERENCES ${tableName(number - 1)} (id)`
  return `CREATE TABLE ${tableName(number)} (id INTEGER NOT NULL PRIMARY KEY, parent_id INTEGER, ${columns.join(', ')}${reference})`
}

function tableName(number: number): string {
  const area = areas[number % areas.length]
  const noun = nouns[Math.floor(number / areas.length) % nouns.length]
  return `${area}_${noun}_${number}`
}

import type { Cell, ColumnKind } from '@parlance/contract'
import type { ConnectionConfig, Driver, DriverErrorKind, TestStage } from '../contract.ts'

/** What the conformance suite needs to know of an engine; everything else is the same for all. */
export interface VersionedWrite {
  sql: string
  /** Whether the session refuses it. @param engine as the connection's test names it */
  isRefusedBy: (engine: string) => boolean
  /** A part of the test's warnings where it is not refused. */
  warning: RegExp
  /** Reads what the write would change: the driver must leave it as it was. */
  traces: string
}

export interface EngineUnderTest {
  name: string
  loadDriver: () => Promise<Driver>
  /** Seeds the suite's tables (see `seedTables`) and says how to reach them, or why it cannot. */
  start: () => Promise<EngineSession | { skip: string }>
  sql: EngineSql
  values: ValueCase[]
  /** Statements that must fail, and after which every seeded table must be as it was. */
  writes: string[]
  /** Writes that some versions of the engine let a read-only session do. */
  versionedWrites?: VersionedWrite[]
  /** Configurations that must not connect. */
  failures: FailureCase[]
  /** Statements that must fail, with the kind of their error. */
  errors: { sql: string; kind: DriverErrorKind; position: number | null }[]
  /** Tests that cannot hold here, by title, each with its reason. */
  skips: Record<string, string>
  /** Tests that only the real engine can answer, by title, each with its reason: with a stand-in they are left out. */
  needsRealEngine?: Record<string, string>
}

export interface EngineSession {
  config: ConnectionConfig
  /** How many statements of the driver's account the engine is running now; null where nobody can tell. */
  countRunning: (() => Promise<number>) | null
  stop: () => Promise<void>
}

export interface EngineSql {
  /** The place of the n-th parameter, from 1. */
  placeholder: (place: number) => string
  /** Quotes a name. */
  quote: (name: string) => string
  /** A SELECT of the numbers from 1 to `count`, in a column `n`, made row by row. */
  numbers: (count: number) => string
  /** A SELECT that gives one row after a very long time. */
  endless: string
  /** A SELECT of one text of `length` letters x. */
  longText: (length: number) => string
  /** A SELECT of a row that is too large to be held. */
  hugeRow: string
  /** Columns that one SELECT may have. */
  maxColumns: number
}

export interface ValueCase {
  title: string
  sql: string
  cell: Cell
  kind?: ColumnKind
}

export interface FailureCase {
  title: string
  change: (config: ConnectionConfig) => Promise<ConnectionConfig> | ConnectionConfig
  kind: DriverErrorKind
  /** How far the connection comes. */
  stage: TestStage
  message?: RegExp
}

/** What goes wrong below any server's own protocol. */
export const networkFailures: FailureCase[] = [
  {
    title: 'an unknown host',
    change: (config) => ({ ...config, host: 'no-such-host.invalid' }),
    kind: 'unreachable',
    stage: 'resolve',
  },
  { title: 'a refused port', change: (config) => ({ ...config, port: 1 }), kind: 'unreachable', stage: 'reach' },
  {
    title: 'R14 an address of cloud metadata',
    change: (config) => ({ ...config, host: '169.254.169.254' }),
    kind: 'permission',
    stage: 'resolve',
  },
]

/** Names that break careless quoting; every engine's seed has this table with these columns. */
export const oddTable = `odd "table"; DROP TABLE customers; --`
export const oddColumns = ['select', 'with space', 'dot.ted', 'quo"te', "apos'trophe", 'back`tick', 'Ünïcødé']

/**
 * The suite's tables, in the words that all engines share. The seeded rows: three customers, the second without note;
 * orders (north, 1) and (south, 1); one view `customer_names`.
 */
export function seedTables(quote: (name: string) => string, textType = 'VARCHAR(100)'): string[] {
  const columns = oddColumns.map((name) => `${quote(name)} INTEGER`)
  return [
    `CREATE TABLE customers (id INTEGER PRIMARY KEY, name ${textType} NOT NULL, note ${textType}, balance DECIMAL(12,2))`,
    `CREATE TABLE orders (region VARCHAR(20) NOT NULL, number INTEGER NOT NULL, customer_id INTEGER NOT NULL,
       order_date DATE, PRIMARY KEY (region, number), FOREIGN KEY (customer_id) REFERENCES customers (id))`,
    `CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_region VARCHAR(20), order_number INTEGER,
       FOREIGN KEY (order_region, order_number) REFERENCES orders (region, number))`,
    'CREATE VIEW customer_names AS SELECT id, name FROM customers',
    `CREATE TABLE ${quote(oddTable)} (${columns.join(', ')})`,
    `INSERT INTO customers VALUES (1, 'Ada', 'first', 10.50), (2, 'Émile 🙂', NULL, -3.25), (3, '', 'empty name', NULL)`,
    `INSERT INTO orders VALUES ('north', 1, 1, '2026-01-31'), ('south', 1, 2, NULL)`,
    `INSERT INTO order_lines VALUES (1, 'north', 1)`,
    `INSERT INTO ${quote(oddTable)} VALUES (${oddColumns.map((_, index) => index + 1).join(', ')})`,
  ]
}

/** Drops what `seedTables` made. */
export function dropTables(quote: (name: string) => string): string[] {
  const tables = [quote(oddTable), 'order_lines', 'orders', 'customers']
  return ['DROP VIEW customer_names', ...tables.map((table) => `DROP TABLE ${table}`)]
}

import type { Cell, ColumnKind } from '@parlance/contract'
import type { ConnectionConfig, Driver, DriverErrorKind, TestStage } from '../contract.ts'

/** A write that some versions of the engine allow in a read-only session. */
export interface VersionedWrite {
  sql: string
  /**
   * Whether the session refuses the write.
   * @param engine the engine's name from the connection's test
   */
  isRefusedBy: (engine: string) => boolean
  /** Part of the test's warnings if the write isn't refused. */
  warning: RegExp
  /** Reads what the write would change, which the driver must leave unchanged. */
  traces: string
}

/** The details of an engine that the conformance suite needs; everything else is the same for all. */
export interface EngineUnderTest {
  name: string
  loadDriver: () => Promise<Driver>
  /** Seeds the suite's tables (see `seedTables`) and returns how to reach them, or why it cannot. */
  start: () => Promise<EngineSession | { skip: string }>
  sql: EngineSql
  values: ValueCase[]
  /** Statements that must fail and leave every seeded table unchanged. */
  writes: string[]
  versionedWrites?: VersionedWrite[]
  /** Connection settings that must not connect. */
  failures: FailureCase[]
  /** Statements that must fail, with the kind of their error. */
  errors: { sql: string; kind: DriverErrorKind; position: number | null }[]
  /** Tests that don't apply to this engine, by title, each with its reason. */
  skips: Record<string, string>
  /** Tests that need the real engine, by title, each with its reason. A stand-in skips them. */
  needsRealEngine?: Record<string, string>
}

export interface EngineSession {
  config: ConnectionConfig
  /** Counts the statements that the engine is running for the driver's account; null if there is no way to tell. */
  countRunning: (() => Promise<number>) | null
  stop: () => Promise<void>
}

export interface EngineSql {
  /** The placeholder of the n-th parameter, from 1. */
  placeholder: (place: number) => string
  /** Quotes a name. */
  quote: (name: string) => string
  /** A SELECT of the numbers from 1 to `count`, in a column `n`, generated row by row. */
  numbers: (count: number) => string
  /** A SELECT that returns one row after a very long time. */
  endless: string
  /** A SELECT of one text of `length` letters x. */
  longText: (length: number) => string
  /** A SELECT of a row that is too large to buffer. */
  hugeRow: string
  /** Maximum columns of one SELECT. */
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
  /** How far the connection gets. */
  stage: TestStage
  message?: RegExp
}

/** Failures below any server's own protocol. */
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

/** Names that break careless quoting. Every engine's seed has this table with these columns. */
export const oddTable = `odd "table"; DROP TABLE customers; --`
export const oddColumns = ['select', 'with space', 'dot.ted', 'quo"te', "apos'trophe", 'back`tick', 'Ünïcødé']

/**
 * The suite's tables, in SQL that all engines share. The seeded rows: three customers, the second without a note;
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

/** Drops the tables that `seedTables` created. */
export function dropTables(quote: (name: string) => string): string[] {
  const tables = [quote(oddTable), 'order_lines', 'orders', 'customers']
  return ['DROP VIEW customer_names', ...tables.map((table) => `DROP TABLE ${table}`)]
}

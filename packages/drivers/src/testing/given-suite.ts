import type { Cell } from '@parlance/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection, ConnectionConfig, Driver, TestStage } from '../contract.ts'
import type { ValueCase } from './engine.ts'
import { collect, failureOf, readAll, unlimited } from './read.ts'

/** A server of the user's own where nothing may be created: its engine folds names, has no keys, or supports no DDL. */
export interface GivenEngine {
  name: string
  loadDriver: () => Promise<Driver>
  config: ConnectionConfig
  /** A SELECT of the number 1. */
  one: string
  /** The same account with a wrong password, key or token. */
  wrongSecret: (config: ConnectionConfig) => ConnectionConfig
  /** A statement with values and its resulting row; absent if the engine accepts no values. */
  bound?: { sql: string; params: Cell[]; row: Cell[] }
  /** A SELECT of this many rows; absent if the engine cannot generate any. */
  numbers?: (count: number) => string
  /** A SELECT that returns nothing for a very long time. */
  endless?: string
  /** A SELECT of one text of `length` letters x. */
  longText?: (length: number) => string
  /** A statement that would create a table named `parlance_probe`, which must never exist. */
  write: string
  missingTable: string
  values: ValueCase[]
}

/** Runs every check that is possible on a given server without creating or changing anything. */
export function describeGiven(engine: GivenEngine): void {
  const { config } = engine
  let driver: Driver
  let connection: Connection

  describe(`${engine.name} (the given server)`, () => {
    beforeEach(async () => {
      driver = await engine.loadDriver()
      connection = await driver.connect(config)
    })
    afterEach(async () => await connection?.close())

    it('tests the connection in stages, and reads the version', async () => {
      const stages: TestStage[] = []
      const report = await connection.test((stage) => stages.push(stage))
      expect(stages.slice(-3)).toEqual(['sign-in', 'read-only', 'list-tables'])
      expect(report.engine).toMatch(/\d/)
    })

    it('refuses a wrong proof of the account', async () => {
      const error = await failureOf(() => driver.connect(engine.wrongSecret({ ...config })))
      expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in' })
    })

    it('lists its tables, each with columns', async () => {
      const tables = await collect(connection.introspect())
      expect(tables.filter((table) => table.columns.length === 0)).toEqual([])
    })

    it.each(engine.values)('reads the exact value: $title', async ({ sql, cell }) => {
      expect((await readAll(connection, sql)).rows).toEqual([[cell]])
    })

    it('R05 creates nothing', async () => {
      const error = await failureOf(() => readAll(connection, engine.write))
      expect(['permission', 'unsupported', 'syntax']).toContain(error.kind)
      const names = (await collect(connection.introspect())).map(({ name }) => name.toLowerCase())
      expect(names).not.toContain('parlance_probe')
    })

    it('R07 accepts only one statement', async () => {
      expect((await failureOf(() => readAll(connection, `${engine.one}; ${engine.one}`))).name).toBe('DriverError')
      expect((await readAll(connection, engine.one)).rows).toEqual([[1]])
    })

    it('reports a missing table, and still works', async () => {
      expect((await failureOf(() => readAll(connection, engine.missingTable))).kind).toBe('missing-object')
      expect((await readAll(connection, engine.one)).rows).toEqual([[1]])
    })

    describeMore(engine, () => connection)
  })
}

function describeMore({ bound, numbers, endless, longText, one }: GivenEngine, connection: () => Connection): void {
  it.each(ifThere(bound))('binds values', async ({ sql, params, row }) => {
    expect((await readAll(connection(), sql, params)).rows).toEqual([row])
  })

  it.each(ifThere(longText))('returns a long text completely', async (sqlOf) => {
    expect((await readAll(connection(), sqlOf(100_000))).rows[0]?.[0]).toHaveLength(100_000)
  })

  it.each(ifThere(numbers))('streams 100,000 rows, and respects the caps', async (sqlOf) => {
    expect((await readAll(connection(), sqlOf(100_000))).rows).toHaveLength(100_000)
    const capped = await readAll(connection(), sqlOf(5000), [], { ...unlimited, maxRows: 10 })
    expect(capped.outcome).toEqual({ rowCount: 10, truncatedBy: 'rows' })
  })

  it.each(ifThere(endless))('R18 stops when the time is up, and still works', async (sql) => {
    const error = await failureOf(() => readAll(connection(), sql, [], { ...unlimited, timeoutMs: 500 }))
    expect(error.kind).toBe('timeout')
    expect((await readAll(connection(), one)).rows).toEqual([[1]])
  })
}

/** Runs a test only if the engine has the feature. */
function ifThere<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}

import type { Cell } from '@parlance/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection, ConnectionConfig, Driver, TestStage } from '../contract.ts'
import type { ValueCase } from './engine.ts'
import { collect, failureOf, readAll, unlimited } from './read.ts'

/** A server of the user's own on which nothing may be made: its engine folds names, has no keys, or takes no DDL. */
export interface GivenEngine {
  name: string
  loadDriver: () => Promise<Driver>
  config: ConnectionConfig
  /** A SELECT of the number 1. */
  one: string
  /** The same account with something wrong in what proves it. */
  wrongSecret: (config: ConnectionConfig) => ConnectionConfig
  /** A statement with values, and the row that it gives; absent where an engine takes none. */
  bound?: { sql: string; params: Cell[]; row: Cell[] }
  /** A SELECT of so many rows; absent where the engine can make none. */
  numbers?: (count: number) => string
  /** A SELECT that gives nothing for a very long time. */
  endless?: string
  /** A SELECT of one text of `length` letters x. */
  longText?: (length: number) => string
  /** A statement that would make a table named `parlance_probe`, which must not come to be. */
  write: string
  missingTable: string
  values: ValueCase[]
}

/** Asks a given server all that can be asked without making or changing anything. */
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

    it('is tested in stages, and has a version', async () => {
      const stages: TestStage[] = []
      const report = await connection.test((stage) => stages.push(stage))
      expect(stages.slice(-3)).toEqual(['sign-in', 'read-only', 'list-tables'])
      expect(report.engine).toMatch(/\d/)
    })

    it('refuses what does not prove the account', async () => {
      const error = await failureOf(() => driver.connect(engine.wrongSecret({ ...config })))
      expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in' })
    })

    it('lists its tables, each with columns', async () => {
      const tables = await collect(connection.introspect())
      expect(tables.filter((table) => table.columns.length === 0)).toEqual([])
    })

    it.each(engine.values)('gives exactly: $title', async ({ sql, cell }) => {
      expect((await readAll(connection, sql)).rows).toEqual([[cell]])
    })

    it('R05 makes nothing', async () => {
      const error = await failureOf(() => readAll(connection, engine.write))
      expect(['permission', 'unsupported', 'syntax']).toContain(error.kind)
      const names = (await collect(connection.introspect())).map(({ name }) => name.toLowerCase())
      expect(names).not.toContain('parlance_probe')
    })

    it('R07 takes one statement', async () => {
      expect((await failureOf(() => readAll(connection, `${engine.one}; ${engine.one}`))).name).toBe('DriverError')
      expect((await readAll(connection, engine.one)).rows).toEqual([[1]])
    })

    it('says that a table is missing, and works on', async () => {
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

  it.each(ifThere(longText))('gives a long text whole', async (sqlOf) => {
    expect((await readAll(connection(), sqlOf(100_000))).rows[0]?.[0]).toHaveLength(100_000)
  })

  it.each(ifThere(numbers))('streams 100,000 rows, and keeps to the caps', async (sqlOf) => {
    expect((await readAll(connection(), sqlOf(100_000))).rows).toHaveLength(100_000)
    const capped = await readAll(connection(), sqlOf(5000), [], { ...unlimited, maxRows: 10 })
    expect(capped.outcome).toEqual({ rowCount: 10, truncatedBy: 'rows' })
  })

  it.each(ifThere(endless))('R18 stops when the time is up, and works on', async (sql) => {
    const error = await failureOf(() => readAll(connection(), sql, [], { ...unlimited, timeoutMs: 500 }))
    expect(error.kind).toBe('timeout')
    expect((await readAll(connection(), one)).rows).toEqual([[1]])
  })
}

/** A test for what an engine has, none for what it has not. */
function ifThere<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}

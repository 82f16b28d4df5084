import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection, ConnectionConfig, TestStage } from '../../contract.ts'
import type { ValueCase } from '../../testing/engine.ts'
import { configOfUrl, type GivenServer } from '../../testing/given-server.ts'
import { collect, failureOf, readAll, unlimited } from '../../testing/read.ts'
import { oracleDriver } from '../driver.ts'

/** Values that releases before 23 have as well, of no table. */
const isOfEveryRelease = ({ sql }: ValueCase) => sql.endsWith('FROM DUAL') && !/TRUE|FALSE/.test(sql)

const numbers = (count: number) => `SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= ${count}`

/**
 * What can be asked of a server of the user's own. The conformance suite itself cannot: its tables have names in small
 * letters, which this engine takes for capitals. Nothing is made or changed.
 */
export function describeGivenServer(given: GivenServer, values: ValueCase[]): void {
  const config = settings(given.url)
  let connection: Connection

  describe('Oracle (the given server)', () => {
    beforeEach(async () => void (connection = await oracleDriver.connect(config)))
    afterEach(async () => await connection.close())

    it('is tested in stages, and has a version', async () => {
      const stages: TestStage[] = []
      const report = await connection.test((stage) => stages.push(stage))
      expect(stages.slice(-3)).toEqual(['sign-in', 'read-only', 'list-tables'])
      expect(report.engine).toMatch(/^Oracle.*\d/)
    })

    it('refuses a wrong password', async () => {
      const error = await failureOf(() => oracleDriver.connect({ ...config, password: 'certainly-wrong' }))
      expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in' })
    })

    it('lists its tables, each with columns', async () => {
      const tables = await collect(connection.introspect())
      expect(tables.filter((table) => table.columns.length === 0)).toEqual([])
    })

    it.each(values.filter(isOfEveryRelease))('gives exactly: $title', async ({ sql, cell }) => {
      expect((await readAll(connection, sql)).rows).toEqual([[cell]])
    })

    it('gives a large object with its row', async () => {
      const { rows } = await readAll(connection, "SELECT RPAD(TO_CLOB('x'), 100000, 'x') AS t FROM DUAL")
      expect(rows[0]?.[0]).toHaveLength(100_000)
    })

    it('binds a value wherever its place stands', async () => {
      const sql = 'SELECT :1, :2, :1 FROM DUAL'
      expect((await readAll(connection, sql, ["' OR 1=1 --", 2])).rows).toEqual([["' OR 1=1 --", 2, "' OR 1=1 --"]])
    })

    it('streams 100,000 rows, and keeps to the caps', async () => {
      expect((await readAll(connection, numbers(100_000))).rows).toHaveLength(100_000)
      const capped = await readAll(connection, numbers(5000), [], { ...unlimited, maxRows: 10 })
      expect(capped.outcome).toEqual({ rowCount: 10, truncatedBy: 'rows' })
    })

    it('R05 locks nothing, since its transactions only read', async () => {
      const error = await failureOf(() => readAll(connection, 'SELECT DUMMY FROM DUAL FOR UPDATE'))
      expect(error.kind).toBe('permission')
    })

    it('R07 takes one statement', async () => {
      const error = await failureOf(() => readAll(connection, 'SELECT 1 FROM DUAL; COMMIT'))
      expect(error.kind).toBe('unsupported')
    })

    it('R18 stops when the time is up, and works on', async () => {
      const endless = `SELECT COUNT(*) FROM (${numbers(3000)}), (${numbers(3000)}), (${numbers(3000)}), (${numbers(3000)})`
      const error = await failureOf(() => readAll(connection, endless, [], { ...unlimited, timeoutMs: 500 }))
      expect(error.kind).toBe('timeout')
      expect((await readAll(connection, 'SELECT 1 FROM DUAL')).rows).toEqual([[1]])
    })

    it('says where an error is', async () => {
      const error = await failureOf(() => readAll(connection, 'SELECT no_such_column FROM DUAL'))
      expect(error).toMatchObject({ kind: 'missing-object', position: 7 })
    })
  })
}

/** `?oracle_connection_type=service_name&service_name=…` and further fields of the form may follow the address. */
function settings(url: string): ConnectionConfig {
  const fields = configOfUrl(url, { defaultPort: 1521 })
  const words = new Map<unknown, boolean>([
    ['true', true],
    ['false', false],
  ])
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, words.get(value) ?? value]))
}

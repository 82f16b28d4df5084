import { expect } from 'vitest'
import { takesAll } from '../../../../contract/src/testing/test-sample.ts'
import type { EngineUnderTest } from '../engine.ts'
import { collect, failureOf, readAll, unlimited } from '../read.ts'
import type { Check } from './check.ts'
import { expectSameJson } from './same-json.ts'

/** More than any driver passes on at once. */
const largeRows = takesAll ? 110 : 30
/** Enough for several batches of any driver. */
const manyRows = takesAll ? 50_000 : 20_000

/** Checks rows, exact values, bound values, and errors. */
export function describeQuery(engine: EngineUnderTest, check: Check, checkLarge: Check): void {
  const { placeholder, numbers, longText } = engine.sql

  check('answers with columns, kinds and rows', async ({ connection }) => {
    const result = await connection.query('SELECT id, name, note FROM customers ORDER BY id', [], unlimited)
    expect(result.columns.map((column) => [column.name, column.kind])).toEqual([
      ['id', 'integer'],
      ['name', 'text'],
      ['note', 'text'],
    ])
    expect(result.outcome()).toBeNull()
    expect((await collect(result.batches)).flat()).toEqual([
      [1, 'Ada', 'first'],
      [2, 'Émile 🙂', null],
      [3, '', 'empty name'],
    ])
    expect(result.outcome()).toEqual({ rowCount: 3, truncatedBy: null })
  })

  check('returns columns with the same name separately, and columns without rows', async ({ connection }) => {
    expect((await readAll(connection, 'SELECT 1 AS a, 2 AS a')).rows).toEqual([[1, 2]])
    const empty = await readAll(connection, 'SELECT id, name FROM customers WHERE 1 = 0')
    expect(empty).toMatchObject({ columns: ['id', 'name'], rows: [], outcome: { rowCount: 0, truncatedBy: null } })
  })

  check('binds values and never reads them as SQL', async ({ connection }) => {
    const sql = `SELECT id FROM customers WHERE name = ${placeholder(1)} OR id = ${placeholder(2)} ORDER BY id`
    expect((await readAll(connection, sql, ['Ada', 3])).rows).toEqual([[1], [3]])
    for (const hostile of ["' OR '1'='1", "\\' OR 1=1 --", 'x"; DROP TABLE customers; --', "''", '\\', '%_']) {
      expect((await readAll(connection, sql, [hostile, 2])).rows).toEqual([[2]])
    }
    expect((await readAll(connection, `SELECT id FROM customers WHERE note = ${placeholder(1)}`, [null])).rows).toEqual(
      [],
    )
  })

  for (const value of engine.values) {
    check(`gives exactly: ${value.title}`, async ({ connection }) => {
      const result = await connection.query(value.sql, [], unlimited)
      const rows = (await collect(result.batches)).flat()
      expect(rows).toEqual([[value.cell]])
      if (value.kind) expect(result.columns[0]?.kind).toBe(value.kind)
      await expectSameJson(connection, { rows, outcome: result.outcome() }, value.sql)
    })
  }

  check('returns days and times unchanged, whatever the time zone of this process', async ({ connection }) => {
    const timed = engine.values.filter(({ kind }) => kind === 'date' || kind === 'time' || kind === 'timestamp')
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Apia', 'America/St_Johns']) {
        process.env.TZ = zone
        expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0)
        for (const { sql, cell } of timed) expect((await readAll(connection, sql)).rows).toEqual([[cell]])
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  check('returns a text of a million letters completely', async ({ connection }) => {
    const read = await readAll(connection, engine.sql.longText(1_000_000))
    expect(read.rows[0]?.[0]).toHaveLength(1_000_000)
    await expectSameJson(connection, read, engine.sql.longText(1_000_000))
  })

  checkLarge('streams rows of a megabyte each, never all of them at once', async ({ connection }) => {
    const text = longText(1_000_000).replace(/^SELECT (.*?) AS \w+( .*)?$/s, '$1')
    const result = await connection.query(`SELECT ${text} AS t FROM (${numbers(largeRows)}) many`, [], unlimited)
    let letters = 0
    let largest = 0
    for await (const batch of result.batches) {
      for (const row of batch) letters += String(row[0]).length
      largest = Math.max(largest, batch.length)
    }
    expect(letters).toBe(largeRows * 1_000_000)
    expect(largest).toBeLessThan(largeRows)
  })

  check('returns as many columns as the engine allows', async ({ connection }) => {
    const count = engine.sql.maxColumns
    const list = Array.from({ length: count }, (_, index) => `${index} AS c${index}`)
    const { columns, rows } = await readAll(connection, `SELECT ${list.join(', ')}`)
    expect(columns).toHaveLength(count)
    expect(rows[0]).toEqual(list.map((_, index) => index))
  })

  check('streams many rows in batches, each row once', async ({ connection }) => {
    const result = await connection.query(numbers(manyRows), [], unlimited)
    const seen = new Set<unknown>()
    let batches = 0
    for await (const batch of result.batches) {
      batches += 1
      for (const row of batch) seen.add(row[0])
    }
    expect(seen.size).toBe(manyRows)
    expect(result.outcome()).toEqual({ rowCount: manyRows, truncatedBy: null })
    expect(batches).toBeGreaterThan(5)
  })

  check('runs concurrent queries, each with its own rows', async ({ connection }) => {
    const counts = [2000, 3, 500]
    const results = await Promise.all(counts.map((count) => readAll(connection, numbers(count))))
    expect(results.map((result) => result.rows.length)).toEqual(counts)
  })

  for (const { sql, kind, position } of engine.errors) {
    check(`says ${kind} for: ${sql.slice(0, 60)}`, async ({ connection }) => {
      const error = await failureOf(() => readAll(connection, sql))
      expect(error).toMatchObject({ kind, position })
    })
  }

  check('still works after an error', async ({ connection }) => {
    await failureOf(() => readAll(connection, 'SELECT * FROM no_such_table'))
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
  })
}

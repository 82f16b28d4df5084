import { expect } from 'vitest'
import type { EngineUnderTest } from '../engine.ts'
import { failureOf, readAll, unlimited } from '../read.ts'
import type { Check, SuiteContext } from './check.ts'
import { expectSameJson } from './same-json.ts'

/** Checks caps, time limits, cancelling, and closing. */
export function describeLimits(engine: EngineUnderTest, check: Check, checkLarge: Check): void {
  const { numbers, endless, longText } = engine.sql
  const idle = async ({ session }: SuiteContext) => {
    if (session.countRunning) await expect.poll(session.countRunning, { timeout: 5000, interval: 20 }).toBe(0)
  }

  check('R18 caps rows, and says so only when rows are missing', async ({ connection }) => {
    const capped = await readAll(connection, numbers(2500), [], { ...unlimited, maxRows: 2000 })
    expect([capped.rows.length, capped.outcome]).toEqual([2000, { rowCount: 2000, truncatedBy: 'rows' }])
    await expectSameJson(connection, capped, numbers(2500), { ...unlimited, maxRows: 2000 })
    const exact = await readAll(connection, numbers(2000), [], { ...unlimited, maxRows: 2000 })
    expect(exact.outcome).toEqual({ rowCount: 2000, truncatedBy: null })
    const endlessRows = await readAll(connection, numbers(1_000_000_000), [], { ...unlimited, maxRows: 10 })
    expect(endlessRows.rows).toHaveLength(10)
  })

  check('R18 caps bytes', async ({ connection }) => {
    const sql = `${longText(1000).replace(/ AS \w+$/, '')} AS t FROM customers`
    const capped = await readAll(connection, sql, [], { ...unlimited, maxBytes: 2500 })
    expect([capped.rows.length, capped.outcome?.truncatedBy]).toEqual([2, 'bytes'])
    await expectSameJson(connection, capped, sql, { ...unlimited, maxBytes: 2500 })
  })

  checkLarge('R18 refuses a row that is too large to buffer', async ({ connection }) => {
    const error = await failureOf(() => readAll(connection, engine.sql.hugeRow))
    expect(error.kind).toBe('limit')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('R18 stops a statement when its time is up', async (context) => {
    const started = performance.now()
    const error = await failureOf(() => readAll(context.connection, endless, [], { ...unlimited, timeoutMs: 200 }))
    expect(error.kind).toBe('timeout')
    expect(performance.now() - started).toBeLessThan(8000)
    await idle(context)
    expect((await readAll(context.connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('cancels before the start, while waiting, and while rows arrive', async (context) => {
    const { connection } = context
    const before = await failureOf(() =>
      readAll(connection, 'SELECT 1', [], { ...unlimited, signal: AbortSignal.abort() }),
    )
    expect(before.kind).toBe('cancelled')
    const waiting = AbortSignal.timeout(100)
    const during = await failureOf(() => readAll(connection, endless, [], { ...unlimited, signal: waiting }))
    expect(during.kind).toBe('cancelled')
    await idle(context)
    const controller = new AbortController()
    const late = await failureOf(async () => {
      const result = await connection.query(numbers(1_000_000_000), [], { ...unlimited, signal: controller.signal })
      for await (const _ of result.batches) controller.abort()
    })
    expect(late.kind).toBe('cancelled')
    await idle(context)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('ends the statement when the reader leaves early', async (context) => {
    const result = await context.connection.query(numbers(1_000_000_000), [], unlimited)
    for await (const batch of result.batches) {
      expect(batch.length).toBeGreaterThan(0)
      break
    }
    await idle(context)
    expect(result.outcome()).toBeNull()
    expect((await readAll(context.connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('ends running statements when it is closed', async (context) => {
    const running = failureOf(() => readAll(context.connection, endless))
    const result = await context.driver.connect(context.session.config)
    await context.connection.close()
    await context.connection.close()
    expect((await running).kind).toBe('cancelled')
    await idle(context)
    await result.close()
  })
}

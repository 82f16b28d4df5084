import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Connection, QueryResult } from '../contract.ts'
import { collect, failureOf, readAll, unlimited } from '../testing/read.ts'
import { sqliteDriver } from './driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-pool-'))
const path = join(folder, 'pool.db')
const most = 32
let connection: Connection

beforeAll(async () => {
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'compiled'))
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE words (word TEXT)')
  db.close()
  connection = await sqliteDriver.connect({ database: path })
})
afterAll(async () => {
  await connection.close()
  // A child may still store its compile cache.
  rmSync(folder, { recursive: true, maxRetries: 20 })
})

afterEach(() => vi.useRealTimers())

const endless = 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r'

/** Lists the children of this process from Linux's process table. */
function listChildren(): string[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ')
}

function isComputing(pid: string): boolean {
  try {
    return /^State:\s+R/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** More than the time on the fake clock until a busy machine has started all child processes. */
const longMs = 20_000_000

/** Opens results that occupy every child process; a few rows each, so that none computes while it waits. */
async function takeAll(timeoutMs: number): Promise<QueryResult[]> {
  const options = { ...unlimited, timeoutMs }
  const opening = Array.from({ length: most }, () => connection.query(endless, [], options))
  const opened = new Set<QueryResult>()
  for (const each of opening) void each.then((result) => opened.add(result))
  await expect
    .poll(() => vi.advanceTimersByTimeAsync(100).then(() => opened.size), { interval: 20, timeout: 100_000 })
    .toBe(most)
  return await Promise.all(opening)
}

async function leave(result: QueryResult | undefined): Promise<void> {
  for await (const _ of result?.batches ?? []) break
}

describe.runIf(process.platform === 'linux')('R18 child processes', () => {
  it('runs many small queries in as few processes as it has, and ends none of them', async () => {
    await readAll(connection, 'SELECT 1')
    const before = listChildren()
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    const results = await Promise.all(numbers.map((number) => readAll(connection, `SELECT ${number}`)))
    expect(results.map(({ rows }) => rows)).toEqual(numbers.map((number) => [[number]]))
    const after = listChildren()
    expect(after).toEqual(expect.arrayContaining(before))
    expect(after.length).toBeLessThan(most)
    // Every processor may be busy with statements, and the server must still answer.
    for (const pid of before) expect(getPriority(Number(pid))).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  })

  it('runs up to 32 processes; more queries wait their turn within their limits, and an unread result blocks none forever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const results = await takeAll(longMs)
    expect(listChildren()).toHaveLength(most)

    const late = failureOf(() => readAll(connection, 'SELECT 1', [], { ...unlimited, timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(50)
    expect(await late).toMatchObject({ kind: 'busy', message: expect.stringContaining('Too many queries') })
    const controller = new AbortController()
    const cancelled = failureOf(() => readAll(connection, 'SELECT 1', [], { ...unlimited, signal: controller.signal }))
    controller.abort()
    expect((await cancelled).kind).toBe('cancelled')

    const order: number[] = []
    const waiting = [1, 2].map(async (number) => {
      expect((await readAll(connection, `SELECT ${number}`)).rows).toEqual([[number]])
      order.push(number)
    })
    await leave(results.pop())
    await Promise.all(waiting)
    expect(order).toEqual([1, 2])

    await vi.advanceTimersByTimeAsync(longMs)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    for (const { batches } of results) expect((await failureOf(() => collect(batches))).kind).toBe('timeout')
  })

  it.each([['SIGKILL'], ['SIGTERM']] as const)(
    'reports a process that the system ends with %s, and starts another for the next query',
    async (signal) => {
      const sql = endless.replace('SELECT n FROM', 'SELECT count(*) FROM')
      const running = failureOf(() => readAll(connection, sql))
      await expect.poll(() => listChildren().filter(isComputing), { interval: 20 }).not.toEqual([])
      const victims = listChildren()
      for (const pid of victims) process.kill(Number(pid), signal)
      const message = `The SQLite process was ended by ${signal}. Try again.`
      expect(await running).toMatchObject({ kind: 'interrupted', message })
      await expect.poll(() => listChildren().filter((pid) => victims.includes(pid))).toEqual([])
      expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    },
  )

  it('reports the memory limit when a process runs out of memory', async () => {
    const columns = Array.from({ length: 12 }, (_, index) => `text AS c${index}`)
    const once = 'WITH long AS MATERIALIZED (SELECT hex(zeroblob(25e6)) AS text)'
    const failure = await failureOf(() => readAll(connection, `${once} SELECT ${columns.join(', ')} FROM long`))
    expect(failure).toMatchObject({ kind: 'memory', message: expect.stringContaining('512 MB') })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

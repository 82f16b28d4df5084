import { afterEach, describe, expect, test } from 'vitest'
import type { SqlDialect } from '@parlance/contract'
import { createParserPool, type ParserPool } from './parser-pool.ts'

let pool: ParserPool | null = null
const busy = 'The server is busy. Try again in a moment.'

afterEach(async () => {
  await pool?.close()
  pool = null
})

/** A worker controlled by the SQL: it answers, dies, exits, loops, throws, or waits without using the processor. */
const hostileWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message === 'end') return parentPort.close()
      const { id, sql } = message
      if (sql === 'LOOP') for (;;) {}
      if (sql.startsWith('WAIT')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(sql.slice(5)))
      if (sql === 'EXIT') process.exit(1)
      if (sql === 'MEET') {
        const channel = new BroadcastChannel('two parsers meet')
        channel.onmessage = () => {
          channel.postMessage('here')
          channel.close()
          parentPort.postMessage({ id, outcome: { ok: true, trees: { threadId } } })
        }
        return channel.postMessage('here')
      }
      if (sql === 'THROW') throw new Error('boom')
      if (sql === 'DIE') return parentPort.postMessage({ id, died: 'RuntimeError' })
      parentPort.postMessage({ id, outcome: { ok: true, trees: { threadId } } })
    })
  `)}`,
)

describe('a worker that fails', () => {
  test.each(['DIE', 'EXIT', 'THROW', 'LOOP'])('replaces a worker that fails with %s', async (attack) => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 150 })
    const before = await pool.parse('sqlite', 'SELECT 1')
    expect(await pool.parse('sqlite', attack)).toMatchObject({ ok: false, code: 'unparseable' })
    const after = await pool.parse('sqlite', 'SELECT 1')
    expect(before.ok && after.ok).toBe(true)
    expect(after).not.toEqual(before)
  })

  test('a failing worker does not take other texts down with it', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 150 })
    const outcomes = await Promise.all(['SELECT 1', 'LOOP', 'SELECT 2', 'DIE', 'SELECT 3'].map((sql) => parse(sql)))
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true, false, true])
  })
})

describe('a worker that the machine gives no time', () => {
  test('a starved worker eventually reads its text, because only processor time counts', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 40 })
    expect(await parse('WAIT 400')).toMatchObject({ ok: true })
  })

  test('a starved worker means that the server is busy, not that the text is too complex', async () => {
    // Long enough for a new worker to start on a busy machine.
    pool = createParserPool({ workerUrl: hostileWorker, patience: 1000 })
    await parse('SELECT 1')
    await expect(parse('WAIT 1e9')).rejects.toMatchObject({ code: 'unavailable', detail: busy })
    expect(await parse('SELECT 1')).toMatchObject({ ok: true })
  })

  test('does not restart a worker that is still loading, and it reads a later text', async () => {
    const started = new BroadcastChannel('slow parser')
    const starts: unknown[] = []
    started.onmessage = (message) => starts.push(message)
    const slow = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        const channel = new BroadcastChannel('slow parser')
        channel.postMessage('started')
        channel.onmessage = () => {
          channel.close()
          parentPort.on('message', (message) => {
            if (message === 'end') return parentPort.close()
            parentPort.postMessage({ id: message.id, outcome: { ok: true, trees: {} } })
          })
        }
      `)}`,
    )
    pool = createParserPool({ workerUrl: slow, patience: 200 })
    await expect(parse('SELECT 1')).rejects.toMatchObject({ code: 'unavailable', detail: busy })
    await expect.poll(() => starts).toHaveLength(1)
    started.postMessage('go on')
    await expect.poll(() => parse('SELECT 1').catch(() => null)).toMatchObject({ ok: true })
    expect(starts).toHaveLength(1)
    started.close()
  })
})

describe('many texts at once', () => {
  test('R25 one user’s texts do not block anyone else: users take turns', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 100 })
    const answered: string[] = []
    const ask = async (owner: string, sql: string) => {
      await pool?.parse('sqlite', sql, 'tree', owner)
      answered.push(owner)
    }
    const slow = Array.from({ length: 5 }, () => ask('slow', 'LOOP'))
    await Promise.all([ask('other', 'SELECT 1'), ask('other', 'SELECT 2')])
    expect(answered.filter((owner) => owner === 'slow').length).toBeLessThanOrEqual(2)
    await Promise.all(slow)
    expect(answered).toHaveLength(7)
  })

  test('two lanes read side by side, each in the order of arrival', async () => {
    pool = createParserPool({ workerUrl: hostileWorker })
    const order: string[] = []
    const read = async (name: string, dialect: SqlDialect) => {
      for (const step of ['first', 'second']) {
        await pool?.parse(dialect, 'SELECT 1')
        order.push(`${step} of ${name}`)
      }
    }
    const names = Array.from({ length: 50 }, (_, index) => String(index))
    await Promise.all(names.flatMap((name) => [read(name, 'sqlite'), read(`pg ${name}`, 'postgresql')]))
    const sqlite = order.filter((entry) => !entry.includes('pg'))
    expect(sqlite).toEqual([...names.map((name) => `first of ${name}`), ...names.map((name) => `second of ${name}`)])
    expect(order).toHaveLength(200)
  })

  test('refuses texts over the limit in plain words, and accepts them again once there is room', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, queueLimit: 2 })
    const [one, two, three, four] = await Promise.allSettled(Array.from({ length: 4 }, () => parse('SELECT 1')))
    expect([one, two, three].map((outcome) => outcome?.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(four).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', detail: expect.stringContaining('Too many queries') },
    })
    expect(await parse('SELECT 1')).toMatchObject({ ok: true })
  })
})

describe('a lane', () => {
  test('reads texts of several owners side by side, but only one text of an owner at a time', async () => {
    const lane = createParserPool({ workerUrl: hostileWorker, threads: 2 })
    pool = lane
    const read = (owner: string, sql: string) => lane.parse('sqlite', sql, 'tree', owner)
    // Each one waits for the other.
    const [one, other] = await Promise.all([read('one', 'MEET'), read('other', 'MEET')])
    expect(one).not.toEqual(other)
    const order: string[] = []
    const note = async (sql: string) => {
      await read('one', sql)
      order.push(sql)
    }
    await Promise.all(['WAIT 30', 'SELECT 1', 'WAIT 10', 'SELECT 2'].map(note))
    expect(order).toEqual(['WAIT 30', 'SELECT 1', 'WAIT 10', 'SELECT 2'])
  })

  test('ends its workers after a while without texts, and starts one for the next text', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, idleTime: 1 })
    const before = await parse('SELECT 1')
    await expect.poll(() => parse('SELECT 1')).not.toEqual(before)
  })

  test('ends them soon after texts of the server itself, unless a user had one', async () => {
    const opened = createParserPool({ workerUrl: hostileWorker, ownIdleTime: 1 })
    pool = opened
    const own = () => opened.parse('sqlite', 'SELECT 1', undefined, null)
    const before = await own()
    await expect.poll(own).not.toEqual(before)
    const kept = await parse('SELECT 1')
    for (let again = 0; again < 50; again++) expect(await own()).toEqual(kept)
  })
})

describe('a pool', () => {
  test('a closed pool reads nothing more, and tells those that wait', async () => {
    pool = createParserPool({ workerUrl: hostileWorker })
    await parse('SELECT 1')
    const waiting = Promise.allSettled([parse('SELECT 2'), parse('SELECT 3')])
    await pool.close()
    const [, last] = await waiting
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  })

  test('a pool reports that its worker cannot be loaded', async () => {
    pool = createParserPool({ workerUrl: new URL('data:text/javascript,throw new Error("no")') })
    await expect(parse('SELECT 1')).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('Could not start the SQL check'),
    })
  })
})

function parse(sql: string) {
  if (!pool) throw new Error('no pool')
  return pool.parse('sqlite', sql)
}

describe('the real parsers', () => {
  test('the parsers read a query of each lane', async () => {
    pool = createParserPool()
    await pool.warm('postgresql')
    expect(await pool.parse('postgresql', 'SELECT id FROM users')).toMatchObject({ ok: true })
    expect(await pool.parse('sqlite', 'SELECT id FROM users')).toMatchObject({ ok: true })
  })

  test('R18 replaces parsers that died: one that ran out of its memory would refuse every later text', async () => {
    pool = createParserPool()
    const casts = `SELECT id${'::int'.repeat(3000)} FROM users`
    expect(await pool.parse('snowflake', casts)).toMatchObject({ ok: false, code: 'unparseable' })
    expect(await pool.parse('snowflake', 'SELECT id FROM users')).toMatchObject({ ok: true })
  })

  test('the parsers survive deeply nested SQL', async () => {
    pool = createParserPool()
    const deep = `SELECT 1 WHERE ${'a=1 AND '.repeat(3000)} a=1`
    const outcome = await pool.parse('sqlite', deep)
    expect(typeof outcome.ok).toBe('boolean')
    expect(await pool.parse('sqlite', 'SELECT id FROM users')).toMatchObject({ ok: true })
  })
})

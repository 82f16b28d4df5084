import { afterEach, describe, expect, test } from 'vitest'
import { createParserPool, type ParserPool } from './parser-pool.ts'

let pool: ParserPool | null = null

afterEach(async () => {
  await pool?.close()
  pool = null
})

/** A worker that does what the SQL tells: answers, dies, exits, loops or throws. */
const hostileWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message === 'end') return parentPort.close()
      const { id, sql } = message
      if (sql === 'LOOP') for (;;) {}
      if (sql === 'EXIT') process.exit(1)
      if (sql === 'THROW') throw new Error('boom')
      if (sql === 'DIE') return parentPort.postMessage({ id, died: 'RuntimeError' })
      parentPort.postMessage({ id, outcome: { ok: true, trees: { threadId } } })
    })
  `)}`,
)

describe('a worker that fails', () => {
  test.each(['DIE', 'EXIT', 'THROW', 'LOOP'])('on %s is thrown away and another takes over', async (attack) => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 150, spareDelay: 0 })
    const before = await pool.parse('sqlite', 'SELECT 1')
    expect(await pool.parse('sqlite', attack)).toMatchObject({ ok: false, code: 'unparseable' })
    const after = await pool.parse('sqlite', 'SELECT 1')
    expect(before.ok && after.ok).toBe(true)
    expect(after).not.toEqual(before)
  })

  test('does not take other texts with it', async () => {
    pool = createParserPool({ workerUrl: hostileWorker, timeout: 150, spareDelay: 0 })
    const outcomes = await Promise.all(['SELECT 1', 'LOOP', 'SELECT 2', 'DIE', 'SELECT 3'].map((sql) => parse(sql)))
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true, false, true])
  })
})

function parse(sql: string) {
  if (!pool) throw new Error('no pool')
  return pool.parse('sqlite', sql)
}

describe('the real parsers', () => {
  test('read a query of each lane', async () => {
    pool = createParserPool()
    await pool.warm('postgresql')
    expect(await pool.parse('postgresql', 'SELECT id FROM users')).toMatchObject({ ok: true })
    expect(await pool.parse('sqlite', 'SELECT id FROM users')).toMatchObject({ ok: true })
  })

  test('survive what kills them', async () => {
    pool = createParserPool()
    const deep = `SELECT 1 WHERE ${'a=1 AND '.repeat(3000)} a=1`
    const outcome = await pool.parse('sqlite', deep)
    expect(typeof outcome.ok).toBe('boolean')
    expect(await pool.parse('sqlite', 'SELECT id FROM users')).toMatchObject({ ok: true })
  })
})

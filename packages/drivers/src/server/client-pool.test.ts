import { describe, expect, it } from 'vitest'
import { failureOf } from '../testing/read.ts'
import { ClientPool } from './client-pool.ts'

interface FakeClient {
  number: number
  isUsable: boolean
  isClosed: boolean
}

function makePool(max: number, open?: () => Promise<FakeClient>) {
  const opened: FakeClient[] = []
  const pool = new ClientPool<FakeClient>({
    open:
      open ??
      (async () => {
        const client = { number: opened.length + 1, isUsable: true, isClosed: false }
        opened.push(client)
        return client
      }),
    close: (client) => void (client.isClosed = true),
    isUsable: (client) => client.isUsable,
    max,
  })
  return { pool, opened }
}

describe('a pool of clients', () => {
  it('reuses an idle client, and opens another while it is in use', async () => {
    const { pool, opened } = makePool(2)
    const first = await pool.take()
    const second = await pool.take()
    expect([first.number, second.number]).toEqual([1, 2])
    pool.giveBack(first)
    expect(await pool.take()).toBe(first)
    expect(opened).toHaveLength(2)
  })

  it('makes callers wait for their turn when all clients are in use', async () => {
    const { pool } = makePool(1)
    const first = await pool.take()
    let isServed = false
    const waiting = pool.take().then((client) => {
      isServed = true
      return client
    })
    await Promise.resolve()
    expect(isServed).toBe(false)
    pool.giveBack(first)
    expect(await waiting).toBe(first)
  })

  it('replaces a client that broke while idle, or was thrown away', async () => {
    const { pool } = makePool(1)
    const first = await pool.take()
    pool.giveBack(first)
    first.isUsable = false
    const second = await pool.take()
    expect([second.number, first.isClosed]).toEqual([2, true])
    const waiting = pool.take()
    pool.discard(second)
    expect((await waiting).number).toBe(3)
  })

  it('passes a failure to open to the caller, and the turn to the next', async () => {
    let isDown = true
    const { pool } = makePool(1, async () => {
      if (isDown) throw new Error('down')
      return { number: 1, isUsable: true, isClosed: false }
    })
    await expect(pool.take()).rejects.toThrow('down')
    isDown = false
    expect((await pool.take()).number).toBe(1)
  })

  it('closes idle clients at once and others when returned; waiting callers fail', async () => {
    const { pool } = makePool(2)
    const lent = await pool.take()
    const idle = await pool.take()
    pool.giveBack(idle)
    const second = await pool.take()
    const waiting = failureOf(() => pool.take())
    pool.giveBack(second)
    pool.close()
    pool.giveBack(lent)
    expect([idle.isClosed, lent.isClosed]).toEqual([true, true])
    expect((await failureOf(() => pool.take())).kind).toBe('cancelled')
    expect((await waiting).kind).toBe('cancelled')
  })
})

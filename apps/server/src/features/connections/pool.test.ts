import { message } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'
import { testStages } from '@parlance/drivers'
import type { Connection, Driver } from '@parlance/drivers'
import { manifests } from '@parlance/drivers'
import { expect, test } from 'vitest'
import { ConnectionPool } from './pool.ts'

const [manifest] = manifests
if (manifest === undefined) throw new Error('There is no driver')

/** A fake driver that counts open connections. */
function countingDriver(fail: () => DriverError | null = () => null) {
  const counts = { opened: 0, open: 0, mostOpen: 0 }
  const connect = async (): Promise<Connection> => {
    counts.opened += 1
    counts.open += 1
    counts.mostOpen = Math.max(counts.mostOpen, counts.open)
    return {
      defaultSchema: null,
      test: async (onStage) => {
        onStage(testStages[0])
        return { tableCount: 0, engine: 'x', warnings: [] }
      },
      introspect: async function* () {},
      query: async () => ({
        columns: [],
        outcome: () => null,
        batches: (async function* () {
          yield [[1]]
          const error = fail()
          if (error !== null) throw error
        })(),
      }),
      close: async () => {
        counts.open -= 1
      },
    }
  }
  const driver: Driver = { manifest: manifest!, connect }
  return { driver, counts }
}

const options = { timeoutMs: 1000, maxRows: null, maxBytes: null }

async function useOnce(pool: ConnectionPool): Promise<void> {
  const lease = await pool.lend()
  try {
    const { batches } = await lease.connection.query('select 1', [], options)
    for await (const _ of batches);
  } finally {
    await lease.release()
  }
}

test('reuses one connection for consecutive queries, and closes it with the pool', async () => {
  const { driver, counts } = countingDriver()
  const pool = new ConnectionPool(driver, {})
  for (let index = 0; index < 5; index += 1) await useOnce(pool)
  expect(counts).toEqual({ opened: 1, open: 1, mostOpen: 1 })
  await pool.close()
  expect(counts.open).toBe(0)
})

test('opens up to eight connections for many concurrent queries, and serves them all', async () => {
  const { driver, counts } = countingDriver()
  const pool = new ConnectionPool(driver, {})
  await Promise.all(Array.from({ length: 50 }, () => useOnce(pool)))
  expect(counts.mostOpen).toBeLessThanOrEqual(8)
  await pool.close()
  expect(counts.open).toBe(0)
})

test('reuses a connection whose statement was wrong, but not one that failed', async () => {
  let next: DriverError | null = new DriverError('syntax', message('near "x"'))
  const { driver, counts } = countingDriver(() => next)
  const pool = new ConnectionPool(driver, {})
  await expect(useOnce(pool)).rejects.toThrow('near "x"')
  expect(counts.open).toBe(1)
  next = new DriverError('unreachable', message('gone'))
  await expect(useOnce(pool)).rejects.toThrow('gone')
  expect(counts.open).toBe(0)
  next = null
  await useOnce(pool)
  expect(counts).toEqual({ opened: 2, open: 1, mostOpen: 1 })
  await pool.close()
})

test('frees the place of a failed connect', async () => {
  const { driver, counts } = countingDriver()
  let isDown = true
  const pool = new ConnectionPool(
    {
      ...driver,
      connect: (config) =>
        isDown ? Promise.reject(new DriverError('unreachable', message('down'))) : driver.connect(config),
    },
    {},
  )
  for (let index = 0; index < 20; index += 1) await expect(pool.lend()).rejects.toThrow('down')
  isDown = false
  await useOnce(pool)
  expect(counts.opened).toBe(1)
  await pool.close()
})

import { expect } from 'vitest'
import type { Connection } from '../contract.ts'
import { unlimited } from './read.ts'

/**
 * Reads only the first batch until the server stops sending, then the rest.
 * @param sent returns the number of rows that the server has sent so far
 * @returns the rows sent while no one was reading, and the total read
 */
export async function readSlowly(
  connection: Connection,
  sql: string,
  sent: () => number,
): Promise<{ sentUnread: number; read: number }> {
  const batches = (await connection.query(sql, [], unlimited)).batches[Symbol.asyncIterator]()
  let batch = await batches.next()
  // If two checks give the same count, the server is waiting for the reader.
  let sentUnread = -1
  await expect.poll(() => sentUnread === (sentUnread = sent()), { interval: 100 }).toBe(true)
  let read = 0
  for (; !batch.done; batch = await batches.next()) read += batch.value.length
  return { sentUnread, read }
}

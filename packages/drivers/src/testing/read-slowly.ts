import { expect } from 'vitest'
import type { Connection } from '../contract.ts'
import { unlimited } from './read.ts'

/**
 * Reads the first batch alone until the server sends no more, then the rest.
 * @param sent the rows that the server has sent so far
 * @returns the rows sent while nobody read, and those read in the end
 */
export async function readSlowly(
  connection: Connection,
  sql: string,
  sent: () => number,
): Promise<{ sentUnread: number; read: number }> {
  const batches = (await connection.query(sql, [], unlimited)).batches[Symbol.asyncIterator]()
  let batch = await batches.next()
  // Two looks at a count that no longer grows: the server waits for the reader.
  let sentUnread = -1
  await expect.poll(() => sentUnread === (sentUnread = sent()), { interval: 100 }).toBe(true)
  let read = 0
  for (; !batch.done; batch = await batches.next()) read += batch.value.length
  return { sentUnread, read }
}

import { message } from '@parlance/contract'
import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'

const rowLimit = 128 * 1024 * 1024
const unreadLimit = 1024 * 1024

/** Counts the bytes that a socket receives. */
export interface ReceiveMeter {
  /** Whether more has arrived than a reader should get at a time. */
  readonly isFull: boolean
  /** A row is complete, so counting starts over for the next one. */
  endRow(): void
  /** Everything received was read. */
  endRead(): void
}

/**
 * Counts what a connection receives, and cuts one that sends a row of more than 128 MB. Client libraries buffer whole
 * rows, however large the cells, and would exhaust the server's memory.
 */
export function meterReceived(socket: Pick<Socket, 'on' | 'destroy'>): ReceiveMeter {
  let inRow = 0
  let unread = 0
  socket.on('data', (chunk: Buffer) => {
    inRow += chunk.length
    unread += chunk.length
    if (inRow > rowLimit)
      socket.destroy(
        new DriverError('limit', message('A row of the result is too large. Select fewer or smaller columns.')),
      )
  })
  return {
    get isFull() {
      return unread >= unreadLimit
    },
    endRow: () => void (inRow = 0),
    endRead: () => void (inRow = unread = 0),
  }
}

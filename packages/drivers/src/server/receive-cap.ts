import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'

const rowLimit = 128 * 1024 * 1024
const unreadLimit = 1024 * 1024

/** Counts what a socket receives, in bytes. */
export interface ReceiveMeter {
  /** More has come than a reader is served with well at a time. */
  readonly isFull: boolean
  /** A row is complete: the count towards the largest row begins anew. */
  endRow(): void
  /** All that came was read. */
  endRead(): void
}

/**
 * Counts what a connection receives, and cuts one that sends a row of more than 128 MB: client libraries hold a row
 * whole, however large its cells are, and would take the server's memory with them.
 */
export function meterReceived(socket: Pick<Socket, 'on' | 'destroy'>): ReceiveMeter {
  let inRow = 0
  let unread = 0
  socket.on('data', (chunk: Buffer) => {
    inRow += chunk.length
    unread += chunk.length
    if (inRow > rowLimit) socket.destroy(new DriverError('limit', 'A row is larger than a row may be.'))
  })
  return {
    get isFull() {
      return unread >= unreadLimit
    },
    endRow: () => void (inRow = 0),
    endRead: () => void (inRow = unread = 0),
  }
}

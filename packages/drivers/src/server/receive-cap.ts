import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'

const receivedLimit = 128 * 1024 * 1024

/**
 * Cuts a connection on which a single read brings more than 128 MB: client libraries hold a row whole, however large
 * its cells are, and would take the server's memory with them.
 * @returns a function that starts the next read's count
 */
export function capReceived(socket: Pick<Socket, 'on' | 'destroy'>): () => void {
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > receivedLimit) socket.destroy(new DriverError('limit', 'A row is larger than a row may be.'))
  })
  return () => {
    received = 0
  }
}

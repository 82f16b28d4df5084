import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { DriverError } from '../contract.ts'
import { meterReceived } from './receive-cap.ts'
import { RowQueue } from './row-queue.ts'

function makeQueue() {
  const socket = new Socket()
  socket.on('error', () => {})
  const flow: string[] = []
  const queue = new RowQueue(meterReceived(socket), {
    pause: () => void flow.push('pause'),
    resume: () => void flow.push('resume'),
  })
  const receive = (bytes: number) => socket.emit('data', Buffer.allocUnsafe(bytes))
  return { socket, flow, queue, receive }
}

describe('a queue of rows', () => {
  it('stops the socket when a megabyte waits, and resumes it when all was read', async () => {
    const { flow, queue, receive } = makeQueue()
    receive(600_000)
    queue.push(['a'])
    expect(flow).toEqual([])
    receive(600_000)
    queue.push(['b'])
    expect(flow).toEqual(['pause'])
    expect(await queue.read(1)).toEqual([['a']])
    expect(flow).toEqual(['pause'])
    expect(await queue.read(5)).toEqual([['b']])
    expect(flow).toEqual(['pause', 'resume'])
  })

  it('does not stop for a single row, however large, and cuts one of more than 128 MB', () => {
    const { socket, flow, receive } = makeQueue()
    receive(100_000_000)
    expect([flow, socket.destroyed]).toEqual([[], false])
    receive(50_000_000)
    expect(socket.errored).toBeInstanceOf(DriverError)
  })

  it('R18 counts each row separately', () => {
    const { socket, queue, receive } = makeQueue()
    for (let count = 0; count < 5; count += 1) {
      receive(100_000_000)
      queue.push(['large'])
    }
    expect(socket.destroyed).toBe(false)
  })

  it('returns the rows that came before a failure, then the failure', async () => {
    const { queue } = makeQueue()
    queue.push([1])
    queue.fail(new Error('gone'))
    expect(await queue.read(10)).toEqual([[1]])
    await expect(queue.read(10)).rejects.toThrow('gone')
  })

  it('drains the socket when it is closed, and ends a waiting read', async () => {
    const { flow, queue, receive } = makeQueue()
    receive(2_000_000)
    queue.push([1])
    queue.close()
    queue.push([2])
    expect(flow).toEqual(['pause', 'resume'])
    expect(await queue.read(10)).toEqual([])
    expect(queue.isOver).toBe(false)
    queue.end()
    expect(queue.isOver).toBe(true)
  })
})

import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { tapRows, type RawRow } from './row-tap.ts'
import type { Wire } from './wire.ts'

function message(code: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(code)
  bytes.writeUInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}

const sent = Buffer.concat([
  message('T', 'columns'),
  message('D', 'first'),
  message('D', ''),
  message('N', 'notice'),
  message('D', 'a longer row'),
  message('C', 'end'),
])

it.each([1, 2, 3, 5, 7, 16, 1000])('takes rows out of what arrives in pieces of %i bytes, in order', (size) => {
  const stream = new EventEmitter()
  const seen: string[] = []
  let rest = ''
  const wire = {
    attachListeners: (listened: Pick<EventEmitter, 'on'>) =>
      void listened.on('data', (bytes: Buffer) => {
        rest += bytes.toString('latin1')
        for (const [whole, text] of rest.matchAll(/[TNCD]\0\0\0.([a-z ]*)/gs)) {
          seen.push(text ?? '')
          rest = rest.replace(whole, '')
        }
      }),
  } as unknown as Wire
  const tap = tapRows(wire)
  wire.attachListeners(stream)
  const send = () => {
    for (let at = 0; at < sent.length; at += size) stream.emit('data', sent.subarray(at, at + size))
  }
  send()
  const all = ['columns', 'first', '', 'notice', 'a longer row', 'end']
  expect(seen.splice(0)).toEqual(all)
  tap.take = ({ bytes, start, end }: RawRow) => void seen.push(`row ${bytes.toString('latin1', start, end)}`)
  send()
  expect(seen).toEqual(['columns', 'row first', 'row ', 'notice', 'row a longer row', 'end'])
})

it('gives rows to a taker that begins at the description of their columns', () => {
  const stream = new EventEmitter()
  const taken: string[] = []
  const take = ({ bytes, start, end }: RawRow) => void taken.push(bytes.toString('latin1', start, end))
  const wire = {
    attachListeners: (listened: Pick<EventEmitter, 'on'>) =>
      void listened.on('data', (bytes: Buffer) => {
        if (bytes.includes('columns')) tap.take = take
      }),
  } as unknown as Wire
  const tap = tapRows(wire)
  wire.attachListeners(stream)
  stream.emit('data', Buffer.concat([message('D', 'before'), sent]))
  expect(taken).toEqual(['first', '', 'a longer row'])
})

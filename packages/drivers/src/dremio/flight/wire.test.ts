import { describe, expect, it } from 'vitest'
import { readFlightInfo, writeFlightInfo } from './messages.ts'
import { readSqlMessage, writeSqlMessage } from './sql-messages.ts'
import { readBytesFields, readFields, writeFields } from './wire.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

describe('the encoding of protocol buffers', () => {
  it('is that of its documented examples', () => {
    expect([...readFields(bytes('089601'))]).toEqual([{ number: 1, value: 150n }])
    expect(writeFields([[1, 150]]).toString('hex')).toBe('089601')
    expect(writeFields([[2, 'testing']]).toString('hex')).toBe('120774657374696e67')
    expect(Buffer.from(readBytesFields(bytes('120774657374696e67')).get(2) ?? '').toString()).toBe('testing')
  })

  it('takes fields of any number, and skips those that it does not ask for', () => {
    const written = writeFields([
      [1000, 'body'],
      [3, 300_000_000_000],
    ])
    expect([...readFields(written)].map(({ number }) => number)).toEqual([1000, 3])
    expect([...readFields(bytes('0d010203040901020304050607080800'))].map(({ number }) => number)).toEqual([1, 1, 1])
  })

  it.each([
    ['ends within a number', '08ff'],
    ['ends within its bytes', '1207746573'],
    ['has a number without end', `08${'ff'.repeat(11)}`],
    ['has a kind of field that is no longer used', '0b'],
  ])('refuses a message that %s', (_title, hex) => {
    expect(() => [...readFields(bytes(hex))]).toThrow(RangeError)
  })
})

describe('messages of Flight', () => {
  it('keep their parts', () => {
    const endpoints = [
      { ticket: bytes('01ff'), locations: ['grpc+tls://a:1', 'grpc+tcp://b:2'] },
      { ticket: bytes('02'), locations: [] },
    ]
    const info = readFlightInfo(writeFlightInfo(bytes('aa'), endpoints))
    expect(info.endpoints.map(({ ticket, locations }) => [[...ticket], locations])).toEqual([
      [[1, 255], endpoints[0]?.locations],
      [[2], []],
    ])
    expect([...info.schema]).toEqual([0xaa])
  })

  it('of Flight SQL travel under their own names', () => {
    const message = writeSqlMessage('CommandStatementQuery', 'SELECT 1')
    expect(message.toString()).toContain('type.googleapis.com/arrow.flight.protocol.sql.CommandStatementQuery')
    const { name, fields } = readSqlMessage(message)
    expect([name, Buffer.from(fields.get(1) ?? '').toString()]).toEqual(['CommandStatementQuery', 'SELECT 1'])
  })
})

import { describe, expect, it } from 'vitest'
import { action, flightData, flightInfo, readSqlMessage, result, ticket, writeSqlMessage } from './messages.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

describe('the encoding of protocol buffers', () => {
  it('encodes the documented examples', () => {
    expect(action.encode({ body: Buffer.from('testing') }).toString('hex')).toBe('120774657374696e67')
    expect(Buffer.from(action.decode(bytes('120774657374696e67')).body).toString()).toBe('testing')
  })

  it('reads fields with any number, and skips unknown ones', () => {
    const body = Buffer.from('body')
    expect(flightData.decode(flightData.encode({ body }))).toEqual({ descriptor: null, header: Buffer.alloc(0), body })
    const unknown = bytes('150102030419010203040506070820000a01aa')
    expect([...result.decode(unknown).body]).toEqual([0xaa])
  })

  it.each([
    ['ends within a number', '08ff'],
    ['ends within its bytes', '1207746573'],
    ['has a number without end', `10${'ff'.repeat(11)}`],
    ['has a kind of field that is no longer used', '1b'],
    ['has groups in groups without end', '1b'.repeat(100_000)],
    ['has a kind of field that does not exist', '1f'],
  ])('refuses a message that %s', (_title, hex) => {
    expect(() => result.decode(bytes(hex))).toThrow(Error)
  })
})

describe('messages of Flight', () => {
  it('keeps the parts of a Flight message', () => {
    const endpoints = [
      {
        ticket: { ticket: Buffer.from('01ff', 'hex') },
        locations: [{ uri: 'grpc+tls://a:1' }, { uri: 'grpc+tcp://b:2' }],
      },
      { ticket: { ticket: Buffer.from('02', 'hex') }, locations: [] },
    ]
    const schema = Buffer.from('aa', 'hex')
    expect(flightInfo.decode(flightInfo.encode({ schema, endpoints }))).toEqual({ schema, endpoints })
    expect(ticket.encode({}).length).toBe(0)
  })

  it('sends messages of Flight SQL under their own names', () => {
    const message = writeSqlMessage('CommandStatementQuery', 'SELECT 1')
    expect(message.toString()).toContain('type.googleapis.com/arrow.flight.protocol.sql.CommandStatementQuery')
    const { name, first } = readSqlMessage(message)
    expect([name, Buffer.from(first).toString()]).toEqual(['CommandStatementQuery', 'SELECT 1'])
  })
})

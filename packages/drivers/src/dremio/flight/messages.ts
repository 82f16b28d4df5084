import { readBytesFields, readFields, writeFields } from './wire.ts'

/** Messages of https://github.com/apache/arrow/blob/main/format/Flight.proto, as far as queries need them. */
export const servicePath = '/arrow.flight.protocol.FlightService'

export interface Endpoint {
  ticket: Uint8Array
  /** Where the ticket may be redeemed; empty: at the server that gave it. */
  locations: string[]
}

export interface FlightInfo {
  /** An IPC message with the columns; empty where the server tells them with the rows. */
  schema: Uint8Array
  endpoints: Endpoint[]
  /** The message as it came, for cancelling. */
  raw: Uint8Array
}

export interface FlightData {
  /** What the stream is for, in the first message that a client sends. */
  descriptor: Uint8Array
  /** The header of an IPC message; empty in messages that carry metadata alone. */
  header: Uint8Array
  body: Uint8Array
}

const commandDescriptor = 2
const empty = new Uint8Array()

/** A FlightDescriptor whose command is a message of Flight SQL. */
export function writeDescriptor(command: Uint8Array): Buffer {
  return writeFields([
    [1, commandDescriptor],
    [2, command],
  ])
}

export function readDescriptor(bytes: Uint8Array): Uint8Array {
  return readBytesFields(bytes).get(2) ?? empty
}

export function writeFlightInfo(schema: Uint8Array, endpoints: Endpoint[]): Buffer {
  const written = endpoints.map(({ ticket, locations }) =>
    writeFields([[1, writeBytes(ticket)], ...locations.map((uri): [number, Buffer] => [2, writeFields([[1, uri]])])]),
  )
  return writeFields([[1, schema], ...written.map((endpoint): [number, Buffer] => [3, endpoint])])
}

export function readFlightInfo(raw: Uint8Array): FlightInfo {
  const endpoints: Endpoint[] = []
  for (const { number, value } of readFields(raw)) {
    if (number === 3 && typeof value !== 'bigint') endpoints.push(readEndpoint(value))
  }
  return { schema: readBytesFields(raw).get(1) ?? empty, endpoints, raw }
}

function readEndpoint(bytes: Uint8Array): Endpoint {
  const endpoint: Endpoint = { ticket: empty, locations: [] }
  for (const { number, value } of readFields(bytes)) {
    if (typeof value === 'bigint') continue
    if (number === 1) endpoint.ticket = readOneBytes(value)
    if (number === 2) endpoint.locations.push(Buffer.from(readOneBytes(value)).toString())
  }
  return endpoint
}

export function writeFlightData({ descriptor, header, body }: FlightData): Buffer {
  return writeFields([
    [1, descriptor.length > 0 ? descriptor : undefined],
    [2, header],
    [1000, body],
  ])
}

export function readFlightData(bytes: Uint8Array): FlightData {
  const fields = readBytesFields(bytes)
  return { descriptor: fields.get(1) ?? empty, header: fields.get(2) ?? empty, body: fields.get(1000) ?? empty }
}

export function writeAction(type: string, body: Uint8Array): Buffer {
  return writeFields([
    [1, type],
    [2, body],
  ])
}

export function readAction(bytes: Uint8Array): { type: string; body: Uint8Array } {
  const fields = readBytesFields(bytes)
  return { type: Buffer.from(fields.get(1) ?? empty).toString(), body: fields.get(2) ?? empty }
}

/** Messages whose one field holds bytes: Ticket, Result, and those that Flight SQL puts a handle into. */
export function writeBytes(bytes: Uint8Array | string): Buffer {
  return writeFields([[1, bytes]])
}

export function readOneBytes(bytes: Uint8Array): Uint8Array {
  return readBytesFields(bytes).get(1) ?? empty
}

import protobuf from 'protobufjs'

export const servicePath = '/arrow.flight.protocol.FlightService'

/**
 * The messages that queries need, with the field numbers from
 * https://github.com/apache/arrow/blob/main/format/Flight.proto and FlightSql.proto. A message that is only passed
 * through is declared as bytes, which have the same encoding.
 */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message FlightDescriptor { uint32 type = 1; bytes cmd = 2; }
  message Location { string uri = 1; }
  message Ticket { bytes ticket = 1; }
  message FlightEndpoint { Ticket ticket = 1; repeated Location locations = 2; }
  message FlightInfo { bytes schema = 1; repeated FlightEndpoint endpoints = 3; }
  message FlightData { FlightDescriptor descriptor = 1; bytes header = 2; bytes body = 1000; }
  message Action { string type = 1; bytes body = 2; }
  message Result { bytes body = 1; }
  message CancelFlightInfoRequest { bytes info = 1; }
  message Any { string type_url = 1; bytes value = 2; }
  // Most messages of Flight SQL begin with a text or a handle.
  message SqlMessage { bytes first = 1; bytes parameters = 3; }
`)

interface Codec<Message> {
  /** Omitted fields are not written. */
  encode(message: Partial<Message>): Buffer
  /**
   * Missing fields get the empty value of their type.
   * @throws Error for bytes that aren't a message
   */
  decode(bytes: Uint8Array): Message
}

function codec<Message extends object>(name: string): Codec<Message> {
  const type = root.lookupType(name)
  return {
    encode: (message) => Buffer.from(type.encode(message).finish()),
    decode: (bytes) => type.toObject(type.decode(bytes), { defaults: true, arrays: true }) as Message,
  }
}

interface FlightDescriptor {
  type: number
  cmd: Uint8Array
}

export interface FlightInfo {
  /** An IPC message with the columns; empty if the server sends them with the rows. */
  schema: Uint8Array
  endpoints: {
    ticket: { ticket: Uint8Array } | null
    /** Where the ticket can be redeemed; empty means at the server that issued it. */
    locations: { uri: string }[]
  }[]
}

export interface FlightData {
  /** The purpose of the stream, in the first message that a client sends. */
  descriptor: FlightDescriptor | null
  /** The header of an IPC message; empty in messages with only metadata. */
  header: Uint8Array
  body: Uint8Array
}

export const flightDescriptor = codec<FlightDescriptor>('FlightDescriptor')
export const flightInfo = codec<FlightInfo>('FlightInfo')
export const flightData = codec<FlightData>('FlightData')
export const ticket = codec<{ ticket: Uint8Array }>('Ticket')
export const action = codec<{ type: string; body: Uint8Array }>('Action')
export const result = codec<{ body: Uint8Array }>('Result')
export const cancelRequest = codec<{ info: Uint8Array }>('CancelFlightInfoRequest')
const any = codec<{ typeUrl: string; value: Uint8Array }>('Any')
const sqlMessage = codec<{ first: Uint8Array; parameters: Uint8Array }>('SqlMessage')

/** Builds a FlightDescriptor whose command is a message of Flight SQL. */
export function describeCommand(cmd: Uint8Array): FlightDescriptor {
  return { type: 2, cmd }
}

const typeUrl = 'type.googleapis.com/arrow.flight.protocol.sql.'

export type SqlMessage =
  | 'CommandStatementQuery'
  | 'TicketStatementQuery'
  | 'CommandPreparedStatementQuery'
  | 'ActionCreatePreparedStatementRequest'
  | 'ActionCreatePreparedStatementResult'
  | 'ActionClosePreparedStatementRequest'
  | 'DoPutPreparedStatementResult'

/** Writes a message of Flight SQL, wrapped in an Any, with the text or handle that it begins with. */
export function writeSqlMessage(name: SqlMessage, first: Uint8Array | string): Buffer {
  const value = sqlMessage.encode({ first: typeof first === 'string' ? Buffer.from(first) : first })
  return any.encode({ typeUrl: `${typeUrl}${name}`, value })
}

/**
 * Reads the name of a message without its package, and its fields.
 * @throws Error for bytes that aren't a message
 */
export function readSqlMessage(bytes: Uint8Array): { name: string; first: Uint8Array; parameters: Uint8Array } {
  const { typeUrl: url, value } = any.decode(bytes)
  return { name: url.slice(url.lastIndexOf('.') + 1), ...sqlMessage.decode(value) }
}

import type { AsyncRecordBatchStreamReader } from 'apache-arrow'
import type { FlightCall } from './call.ts'
import type { FlightLibraries } from './library.ts'
import { flightData, type FlightData } from './messages.ts'

const continuation = 0xffffffff
const alignment = 8
const endOfStream = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)

/**
 * Reads the answer of DoGet as record batches, one message at a time.
 * @returns an opened reader whose columns are known
 */
export async function readBatches({ arrow }: FlightLibraries, call: FlightCall): Promise<AsyncRecordBatchStreamReader> {
  const reader = await arrow.RecordBatchReader.from(encapsulated(call))
  await reader.open()
  return reader as AsyncRecordBatchStreamReader
}

/** Flight sends the parts of an IPC message separately; the reader expects a stream of whole messages. */
async function* encapsulated(call: FlightCall): AsyncIterable<Uint8Array> {
  for (let message = await call.read(); message !== null; message = await call.read()) {
    const data = flightData.decode(message)
    if (data.header.length > 0) yield encapsulate(data)
  }
  yield endOfStream
}

/** Joins the parts of an IPC message. */
export function encapsulate({ header, body }: Pick<FlightData, 'header' | 'body'>): Uint8Array {
  const headerLength = Math.ceil(header.length / alignment) * alignment
  // Allocates its own memory so that eight-byte numbers are aligned.
  const bytes = new Uint8Array(2 * 4 + headerLength + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, continuation, true)
  view.setUint32(4, headerLength, true)
  bytes.set(header, 2 * 4)
  bytes.set(body, 2 * 4 + headerLength)
  return bytes
}

/** Splits an IPC stream into the parts that Flight sends. The first part has the columns. */
export function splitStream({ arrow }: FlightLibraries, stream: Uint8Array): Omit<FlightData, 'descriptor'>[] {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const parts: Omit<FlightData, 'descriptor'>[] = []
  let at = 0
  while (at + 2 * 4 <= stream.length) {
    const length = view.getUint32(at + 4, true)
    if (length === 0) break
    const header = stream.subarray(at + 2 * 4, at + 2 * 4 + length)
    const bodyStart = at + 2 * 4 + length
    at = bodyStart + arrow.Message.decode(header).bodyLength
    parts.push({ header, body: stream.subarray(bodyStart, at) })
  }
  return parts
}

/** Packets of Oracle Net: an eight-byte header, then the content for each type. */
export const packetType = {
  connect: 1,
  accept: 2,
  refuse: 4,
  redirect: 5,
  data: 6,
  marker: 12,
} as const

/** The meaning of a marker: the first two come from either side, the third from a client that wants to end its call. */
export const marker = { break: 1, reset: 2, interrupt: 3 } as const

/** From this version on, lengths have four bytes once the connection is accepted. */
const version = 318
const headerLength = 8
/** Offset of the data in a connect packet. */
const connectDataAt = 74
/** The flag for no encryption or checksums of Oracle's own. */
const noServices = 0x08

export interface Packet {
  type: number
  bytes: Buffer
}

/** Splits the first packet off the received bytes; null until it is complete. */
export function takePacket(received: Buffer, isAccepted: boolean): { packet: Packet; rest: Buffer } | null {
  if (received.length < headerLength) return null
  const length = isAccepted ? received.readUInt32BE(0) : received.readUInt16BE(0)
  if (length < headerLength) throw new Error('Not an Oracle Net packet')
  if (received.length < length) return null
  return {
    packet: { type: received.readUInt8(4), bytes: received.subarray(0, length) },
    rest: received.subarray(length),
  }
}

/** Reads the packet size of a connect packet, and the descriptor if it fits in the packet. */
export function readConnect({ bytes }: Packet): { packetSize: number; descriptor: string | null } {
  const descriptor = bytes.length > connectDataAt ? bytes.toString('latin1', connectDataAt) : null
  return { packetSize: bytes.readUInt32BE(58), descriptor }
}

/** Returns the content after the flags of a data packet. */
export function dataOf({ bytes }: Packet): Buffer {
  return bytes.subarray(headerLength + 2)
}

export function accept(packetSize: number): Buffer {
  const bytes = Buffer.alloc(45)
  header(bytes, packetType.accept, false)
  bytes.writeUInt16BE(version, 8)
  bytes.writeUInt16BE(Math.min(packetSize, 65_535), 12)
  bytes.writeUInt16BE(65_535, 14)
  bytes.writeUInt8(noServices, 23)
  bytes.writeUInt32BE(packetSize, 32)
  bytes.writeUInt32BE(2_097_152, 36)
  return bytes
}

/** A listener's refusal, by error number. */
export function refuse(number: number): Buffer {
  const reason = `(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=${number})(ERROR_STACK=(ERROR=(CODE=${number})(EMFI=4))))`
  return withText(packetType.refuse, 12, 10, reason)
}

/** A listener's redirect to another address. */
export function redirect(descriptor: string): Buffer {
  return withText(packetType.redirect, 10, 8, descriptor)
}

function withText(type: number, textAt: number, lengthAt: number, text: string): Buffer {
  const bytes = Buffer.alloc(textAt + text.length)
  header(bytes, type, false)
  bytes.writeUInt16BE(text.length, lengthAt)
  bytes.write(text, textAt, 'latin1')
  return bytes
}

export function markerPacket(kind: number): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, kind])
  header(bytes, packetType.marker, true)
  return bytes
}

/** Splits a message into as many packets as it needs. */
export function* dataPackets(message: Buffer, packetSize: number): Iterable<Buffer> {
  const room = packetSize - headerLength - 2
  for (let at = 0; at < message.length; at += room) {
    const part = message.subarray(at, at + room)
    const bytes = Buffer.concat([Buffer.alloc(headerLength + 2), part])
    header(bytes, packetType.data, true)
    yield bytes
  }
}

function header(bytes: Buffer, type: number, isAccepted: boolean): void {
  if (isAccepted) bytes.writeUInt32BE(bytes.length, 0)
  else bytes.writeUInt16BE(bytes.length, 0)
  bytes.writeUInt8(type, 4)
}

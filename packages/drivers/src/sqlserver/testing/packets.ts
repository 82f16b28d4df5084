import type { Socket } from 'node:net'
import { duplexPair, type Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** The packet types of MS-TDS 2.2.3.1.1. */
export const packetType = {
  batch: 0x01,
  rpc: 0x03,
  result: 0x04,
  attention: 0x06,
  login: 0x10,
  prelogin: 0x12,
} as const

const headerLength = 8
const packetsAtOnce = 8
const endOfMessage = 0x01
const ignoreMessage = 0x02

export interface Message {
  type: number
  data: Buffer
  /** The client abandoned the message before it was complete (2.2.3.1.2). */
  isIgnored: boolean
}

/** Splits one client's stream into messages, and messages to it into packets. */
export class PacketStream {
  /** The size that the client requested at sign-in. */
  packetSize = 4096
  #socket: Socket
  #through: Duplex
  #received: Buffer = Buffer.alloc(0)
  #parts: Buffer[] = []
  #onMessage: (message: Message) => void

  constructor(socket: Socket, onMessage: (message: Message) => void) {
    this.#socket = socket
    this.#through = socket
    this.#onMessage = onMessage
    socket.on('data', this.#onPlain)
  }

  /**
   * Switches to TLS from the next packet on: the handshake is sent inside prelogin packets, and TLS then wraps all
   * packets (2.2.6.5, 3.3.5.1).
   */
  startTls(credentials: { key: string; cert: string }): void {
    const socket = this.#socket
    const [inner, outer] = duplexPair()
    const secure = new TLSSocket(inner as unknown as Socket, { isServer: true, ...credentials })
    secure.on('error', () => socket.destroy())
    let isHandshake = true
    let flight: Buffer[] = []
    socket.off('data', this.#onPlain)
    socket.on('data', (chunk: Buffer) => {
      if (isHandshake && chunk[0] === packetType.prelogin) return void outer.write(chunk.subarray(headerLength))
      isHandshake = false
      outer.write(chunk)
    })
    outer.on('data', (chunk: Buffer) => {
      if (!isHandshake) return void socket.write(chunk)
      flight.push(chunk)
      // One message answers one message of the client, however many TLS records it has.
      if (flight.length === 1) {
        setImmediate(() => {
          socket.write(packet(packetType.prelogin, Buffer.concat(flight), true))
          flight = []
        })
      }
    })
    this.#received = Buffer.alloc(0)
    this.#through = secure
    secure.on('data', this.#onPlain)
  }

  /** Sends a complete message. */
  send(data: Buffer): void {
    let from = 0
    do {
      const part = data.subarray(from, from + this.packetSize - headerLength)
      from += part.length
      this.#through.write(packet(packetType.result, part, from >= data.length))
    } while (from < data.length)
  }

  /** Sends packets of an unfinished message, and waits while the client isn't reading. */
  async sendPart(data: Buffer): Promise<void> {
    const size = this.packetSize - headerLength
    for (let from = 0; from < data.length && !this.#socket.destroyed; from += size * packetsAtOnce) {
      const packets: Buffer[] = []
      for (let at = from; at < Math.min(data.length, from + size * packetsAtOnce); at += size) {
        packets.push(packet(packetType.result, data.subarray(at, at + size), false))
      }
      if (!this.#through.write(Buffer.concat(packets))) await this.#drained()
    }
  }

  end(): void {
    this.#through.end()
  }

  async #drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#through.off('drain', done)
        this.#socket.off('close', done)
        resolve()
      }
      this.#through.once('drain', done)
      this.#socket.once('close', done)
    })
  }

  #onPlain = (chunk: Buffer): void => {
    this.#received = Buffer.concat([this.#received, chunk])
    while (this.#received.length >= headerLength) {
      const length = this.#received.readUInt16BE(2)
      if (this.#received.length < length) return
      const whole = this.#received.subarray(0, length)
      this.#received = this.#received.subarray(length)
      this.#parts.push(whole.subarray(headerLength))
      const status = whole.readUInt8(1)
      if (!(status & endOfMessage)) continue
      const data = Buffer.concat(this.#parts)
      this.#parts = []
      this.#onMessage({ type: whole.readUInt8(0), data, isIgnored: (status & ignoreMessage) !== 0 })
    }
  }
}

function packet(type: number, data: Buffer, isLast: boolean): Buffer {
  const header = Buffer.from([type, isLast ? endOfMessage : 0, 0, 0, 0, 0, 1, 0])
  header.writeUInt16BE(headerLength + data.length, 2)
  return Buffer.concat([header, data])
}

import type { Socket } from 'node:net'
import { duplexPair, type Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

const headerLength = 4
const longestPacket = 0xff_ffff

/** Packets of the MySQL protocol: three length bytes, one sequence number within a command, and the payload. */
export class PacketStream {
  sequence = 0
  #socket: Socket
  #through: Duplex
  #received: Buffer = Buffer.alloc(0)
  #onPacket: (payload: Buffer) => void

  constructor(socket: Socket, onPacket: (payload: Buffer) => void) {
    this.#socket = socket
    this.#through = socket
    this.#onPacket = onPacket
    socket.on('data', this.#onData)
  }

  /** Switches to TLS from the next byte on, which may already have arrived. */
  startTls(credentials: { key: string; cert: string }): void {
    const [inner, outer] = duplexPair()
    const secure = new TLSSocket(inner as unknown as Socket, { isServer: true, ...credentials })
    this.#socket.off('data', this.#onData)
    this.#socket.on('data', (chunk: Buffer) => outer.write(chunk))
    outer.on('data', (chunk: Buffer) => this.#socket.write(chunk))
    outer.write(this.#received)
    this.#received = Buffer.alloc(0)
    secure.on('error', () => this.#socket.destroy())
    secure.on('data', this.#onData)
    this.#through = secure
  }

  send(...payloads: Buffer[]): boolean {
    return this.#through.write(Buffer.concat(payloads.flatMap((payload) => this.#packets(payload))))
  }

  /** Sends packets, and waits while the client isn't reading. */
  async sendPart(payloads: Buffer[]): Promise<void> {
    if (this.#socket.destroyed || this.send(...payloads)) return
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

  end(): void {
    this.#through.end()
  }

  /** A payload of 16 MB or more continues in further packets; the last is shorter than the others. */
  #packets(payload: Buffer): Buffer[] {
    const parts: Buffer[] = []
    for (let start = 0; start <= payload.length; start += longestPacket) {
      const part = payload.subarray(start, start + longestPacket)
      parts.push(this.#head(part.length), part)
    }
    return parts
  }

  #head(length: number): Buffer {
    const head = Buffer.alloc(headerLength)
    head.writeUIntLE(length, 0, 3)
    head.writeUInt8(this.sequence, 3)
    this.sequence = (this.sequence + 1) % 256
    return head
  }

  #onData = (chunk: Buffer): void => {
    this.#received = Buffer.concat([this.#received, chunk])
    while (this.#received.length >= headerLength) {
      const length = headerLength + this.#received.readUIntLE(0, 3)
      if (this.#received.length < length) return
      const payload = this.#received.subarray(headerLength, length)
      this.sequence = (this.#received.readUInt8(3) + 1) % 256
      this.#received = this.#received.subarray(length)
      this.#onPacket(payload)
    }
  }
}

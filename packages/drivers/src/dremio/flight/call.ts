import type { ClientDuplexStream } from '@grpc/grpc-js'

/** One call of a Flight service, read message by message: none is taken off the wire before it is asked for. */
export class FlightCall {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>
  readonly #startRead: () => void
  #arrived: Buffer[] = []
  #isEnded = false
  #failure: Error | null = null
  #wake: (() => void) | null = null

  constructor(stream: ClientDuplexStream<Buffer, Buffer>, requests: Buffer[]) {
    this.#stream = stream
    // The library reads sixteen messages ahead, each of which may be a batch of megabytes.
    this.#startRead = stream._read.bind(stream, 0)
    stream._read = () => {}
    stream.on('data', (message: Buffer) => {
      this.#arrived.push(message)
      this.#wake?.()
    })
    stream.on('end', () => this.#finish(null))
    stream.on('error', (error) => this.#finish(error))
    for (const request of requests) stream.write(request)
    stream.end()
  }

  /** The next message; null when there are no more. @throws what the library says of the call */
  async read(): Promise<Buffer | null> {
    if (this.#arrived.length === 0 && !this.#isEnded) {
      this.#startRead()
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = null
    }
    const message = this.#arrived.shift()
    if (message) return message
    if (this.#failure) throw this.#failure
    return null
  }

  /** All messages of an answer that is short. */
  async readAll(): Promise<Buffer[]> {
    const messages: Buffer[] = []
    for (let message = await this.read(); message !== null; message = await this.read()) messages.push(message)
    return messages
  }

  /** The server is told that nobody waits any longer. */
  cancel(): void {
    this.#stream.cancel()
  }

  #finish(error: Error | null): void {
    this.#isEnded = true
    this.#failure ??= error
    this.#wake?.()
  }
}

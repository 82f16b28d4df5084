import type { ClientDuplexStream } from '@grpc/grpc-js'

/** One call of a Flight service, read message by message: each is taken off the wire only when requested. */
export class FlightCall {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>
  readonly #startRead: () => void
  #arrived: Buffer[] = []
  #isEnded = false
  #failure: Error | null = null
  #wake: (() => void) | null = null

  constructor(stream: ClientDuplexStream<Buffer, Buffer>, requests: Buffer[]) {
    this.#stream = stream
    // The library reads sixteen messages ahead, and each may be a batch of megabytes.
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

  /**
   * Returns the next message; null at the end.
   * @throws the library's error for the call
   */
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

  /** Reads all messages of a short answer. */
  async readAll(): Promise<Buffer[]> {
    const messages: Buffer[] = []
    for (let message = await this.read(); message !== null; message = await this.read()) messages.push(message)
    return messages
  }

  /** Tells the server that no one is waiting anymore. */
  cancel(): void {
    this.#stream.cancel()
  }

  #finish(error: Error | null): void {
    this.#isEnded = true
    this.#failure ??= error
    this.#wake?.()
  }
}

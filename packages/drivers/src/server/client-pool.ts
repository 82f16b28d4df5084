import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'

const idleMs = 60_000

export interface PoolOptions<Client> {
  open: () => Promise<Client>
  close: (client: Client) => void
  isUsable: (client: Client) => boolean
  /** Maximum number of open clients; further callers wait until one is returned. */
  max: number
}

/** The clients of one connection. A query has its own client; idle clients stay open for a minute. */
export class ClientPool<Client> {
  #options: PoolOptions<Client>
  #idle: { client: Client; timer: NodeJS.Timeout }[] = []
  #lent = new Set<Client>()
  #opening = 0
  #waiting: PromiseWithResolvers<void>[] = []
  #isClosed = false

  constructor(options: PoolOptions<Client>) {
    this.#options = options
  }

  /** Clients in use now. */
  get lent(): Iterable<Client> {
    return this.#lent
  }

  /** @throws DriverError cancelled when the pool is closed; otherwise whatever opening a client throws */
  async take(): Promise<Client> {
    while (true) {
      if (this.#isClosed) throw closedError()
      const client = this.#takeIdle()
      if (client) return client
      if (this.#lent.size + this.#opening < this.#options.max) return await this.#open()
      const turn = Promise.withResolvers<void>()
      this.#waiting.push(turn)
      await turn.promise
    }
  }

  giveBack(client: Client): void {
    this.#lent.delete(client)
    if (this.#isClosed || !this.#options.isUsable(client)) this.#options.close(client)
    else {
      const timer = setTimeout(() => this.#dropIdle(client), idleMs).unref()
      this.#idle.push({ client, timer })
    }
    this.#waiting.shift()?.resolve()
  }

  discard(client: Client): void {
    this.#lent.delete(client)
    this.#options.close(client)
    this.#waiting.shift()?.resolve()
  }

  /** Closes idle clients now and others when they are returned. Waiting callers fail. */
  close(): void {
    this.#isClosed = true
    for (const { client, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      this.#options.close(client)
    }
    for (const turn of this.#waiting.splice(0)) turn.resolve()
  }

  #takeIdle(): Client | null {
    const entry = this.#idle.pop()
    if (!entry) return null
    clearTimeout(entry.timer)
    if (!this.#options.isUsable(entry.client)) {
      this.#options.close(entry.client)
      return this.#takeIdle()
    }
    this.#lent.add(entry.client)
    return entry.client
  }

  #dropIdle(client: Client): void {
    this.#idle = this.#idle.filter((entry) => entry.client !== client)
    this.#options.close(client)
  }

  async #open(): Promise<Client> {
    this.#opening += 1
    try {
      const client = await this.#options.open()
      if (this.#isClosed) {
        this.#options.close(client)
        throw closedError()
      }
      this.#lent.add(client)
      return client
    } catch (error) {
      this.#waiting.shift()?.resolve()
      throw error
    } finally {
      this.#opening -= 1
    }
  }
}

function closedError(): DriverError {
  return new DriverError('cancelled', message('The connection was closed.'))
}

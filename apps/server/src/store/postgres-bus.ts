import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Pool } from 'pg'
import type { Bus, BusChannel } from './bus.ts'
import { LocalBus } from './local-bus.ts'

const channelName = 'parlance_bus'
const firstRetryMs = 50
const longestRetryMs = 5_000
/** Every process shares this lock; one that needs exclusive access takes it exclusively. */
const presenceLock = 7_310_042_119
const takeOverAttempts = 20

/**
 * The bus of several processes: LISTEN on its own connection, NOTIFY through the pool. Messages are missed during a
 * reconnect, so the store remains the source of truth.
 */
export class PostgresBus implements Bus {
  readonly #pool: Pool
  readonly #connectionString: string
  readonly #local = new LocalBus()
  #client: Client | null = null
  #retry: NodeJS.Timeout | null = null
  #retryMs = firstRetryMs
  #closed = false

  constructor(pool: Pool, connectionString: string) {
    this.#pool = pool
    this.#connectionString = connectionString
  }

  async start(): Promise<void> {
    const client = new Client({ connectionString: this.#connectionString, keepAlive: true })
    client.on('error', () => this.#restart(client))
    client.on('end', () => this.#restart(client))
    client.on('notification', (message) => this.#receive(message.payload ?? ''))
    this.#client = client
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [presenceLock])
    await client.query(`listen ${channelName}`)
    this.#retryMs = firstRetryMs
  }

  async publish(channel: BusChannel, payload: Parameters<Bus['publish']>[1]): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [channelName, JSON.stringify({ channel, payload })])
  }

  subscribe(channel: BusChannel, listener: Parameters<Bus['subscribe']>[1]): () => void {
    return this.#local.subscribe(channel, listener)
  }

  /** Takes the store for this process only, until the bus is closed. Waits for a process that has just ended. */
  async takeOver(): Promise<boolean> {
    for (let attempt = 0; attempt < takeOverAttempts; attempt += 1) {
      const answer = await this.#client?.query('select pg_try_advisory_lock($1) as taken', [presenceLock])
      if (answer?.rows[0]?.taken === true) return true
      await sleep(100)
    }
    return false
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#retry !== null) clearTimeout(this.#retry)
    await this.#client?.end().catch(() => undefined)
  }

  #receive(text: string): void {
    try {
      const { channel, payload } = JSON.parse(text)
      this.#local.deliver(channel, payload)
    } catch {
      // Ignores other programs' messages on our channel.
    }
  }

  #restart(client: Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = null
    client.end().catch(() => undefined)
    this.#retry = setTimeout(() => {
      this.start().catch(() => this.#client !== null && this.#restart(this.#client))
    }, this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs)
  }
}

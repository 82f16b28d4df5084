import type { Bus, BusChannel } from './bus.ts'

type Listener = Parameters<Bus['subscribe']>[1]

/** The bus of a single process. Listeners run after the publisher's current step, never during it. */
export class LocalBus implements Bus {
  readonly #listeners = new Map<BusChannel, Set<Listener>>()

  async publish(channel: BusChannel, payload: Parameters<Listener>[0]): Promise<void> {
    queueMicrotask(() => this.deliver(channel, payload))
  }

  subscribe(channel: BusChannel, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Delivers a message to this process's listeners. */
  deliver(channel: BusChannel, payload: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}

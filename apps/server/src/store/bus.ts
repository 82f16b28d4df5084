/** Messages between the processes of one installation: in-process on SQLite, LISTEN/NOTIFY on PostgreSQL. */
export interface Bus {
  /** Payloads are small JSON (under 7,000 bytes). Messages can be lost, so the store remains the source of truth. */
  publish(channel: BusChannel, payload: Record<string, string | number | null>): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(channel: BusChannel, listener: (payload: Record<string, string | number | null>) => void): () => void
}

export type BusChannel = 'turn_event' | 'turn_cancel' | 'invalidate' | 'sign_in_end'

import type { CatalogueRow } from './store.ts'

/** The most tables in all cached catalogs. Each takes about two kilobytes. */
const mostTables = 100_000

type Key = Pick<CatalogueRow, 'connection_id' | 'generation' | 'table_count'>

/** Caches what was made from each connection's newest reading. The least recently used entries are dropped first. */
export class CatalogueCache<T> {
  readonly #entries = new Map<string, { generation: string; tableCount: number; value: T }>()
  readonly #loading = new Map<string, Promise<T | null>>()

  /** Only one of several concurrent callers loads. */
  async get(key: Key, load: () => Promise<T | null>): Promise<T | null> {
    const entry = this.#entries.get(key.connection_id)
    if (entry?.generation === key.generation) {
      this.#entries.delete(key.connection_id)
      this.#entries.set(key.connection_id, entry)
      return entry.value
    }
    const loading = this.#loading.get(key.generation) ?? this.#load(key, load)
    return loading
  }

  set(key: Key, value: T): void {
    this.#entries.delete(key.connection_id)
    this.#entries.set(key.connection_id, { generation: key.generation, tableCount: key.table_count, value })
    let tables = [...this.#entries.values()].reduce((sum, { tableCount }) => sum + tableCount, 0)
    for (const [id, { tableCount }] of this.#entries) {
      if (tables <= mostTables || this.#entries.size === 1) break
      this.#entries.delete(id)
      tables -= tableCount
    }
  }

  #load(key: Key, load: () => Promise<T | null>): Promise<T | null> {
    const loading = load()
      .then((value) => {
        if (value !== null) this.set(key, value)
        return value
      })
      .finally(() => this.#loading.delete(key.generation))
    this.#loading.set(key.generation, loading)
    return loading
  }
}

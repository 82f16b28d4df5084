import { randomUUID } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { AppContext } from '../../context/context.ts'
import { collect } from '../../door/collect.ts'
import type { QueryService } from '../../door/service.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ProtectionService } from '../protection/service.ts'
import { valueBudget } from './limits.ts'
import { isRead, readTable } from './read-columns.ts'
import type { ReadColumn, RunIndexQuery } from './read-columns.ts'
import { sealValues } from './sealing.ts'
import { deleteUnused, insertColumn, renewLease, useGeneration } from './store.ts'
import type { IndexTotals, ValueLease } from './store.ts'
import { chunkSize } from './stored-values.ts'
import { termHasher, termsOf } from './terms.ts'

/** A reading that isn't renewed for this long belongs to a dead process. Longer than one query may take. */
export const leaseMs = 60_000
/** Texts, or terms, that are prepared before other work gets a turn. */
const textsAtOnce = 500
/** A term of more values says too little to find one of them. */
const mostPostings = 200

/** What a reading needs of the server. */
export interface IndexParts {
  context: AppContext
  catalog: Pick<CatalogService, 'get'>
  protection: Pick<ProtectionService, 'of'>
  query: Pick<QueryService, 'doorForServer'>
  /** Replaced by tests that run into limits. */
  budget?: typeof valueBudget
}

/** The server's own reading has no user. Rules limit no one's view of the tables that it reads. */
const server: Principal = {
  userId: 'server',
  email: '',
  username: 'server',
  role: 'GENERAL',
  tenantId: null,
  tenantName: null,
  deptId: null,
  attributes: {},
  limits: null,
}

/** A new generation's name, which is also the name of its lease. */
export function newLease(connectionId: string): ValueLease {
  return { connectionId, owner: randomUUID() }
}

/** Why a reading ended without a result: another process took over, or values were switched off. */
export class LostLease extends Error {}

/**
 * Reads facts and texts of a database into a new generation, and puts it in use. Tables that an administrator protects
 * are left out, because rules limit who sees them. What exceeds the budget is left out, too.
 * @param revision the connection's settings at the start
 * @returns null if the connection's settings changed meanwhile
 * @throws LostLease
 * @throws AppError as the database refuses
 */
export async function buildIndex(
  parts: IndexParts,
  lease: ValueLease,
  { revision, signal }: { revision: number; signal: AbortSignal },
): Promise<IndexTotals | null> {
  const { store, now } = parts.context
  const { connectionId } = lease
  const catalogue = await parts.catalog.get(connectionId)
  const writer = new IndexWriter(parts, lease)
  const { tables, run } = await openReading(parts, { connectionId, catalogue, signal })
  for (const table of tables) {
    if (writer.isOver()) writer.skip(table.columns.filter((column) => isRead(column, catalogue)).length)
    else for await (const column of readTable(table, catalogue, run)) await writer.add(column)
  }
  const totals = writer.totals
  const isUsed = await useGeneration(store, lease, { totals, revision, now: now().toISOString() })
  if (isUsed) await deleteUnused(store.db, connectionId)
  return isUsed ? totals : null
}

interface Reading {
  connectionId: string
  catalogue: Catalogue
  signal: AbortSignal
}

/** The tables to read, and the way to read them. Tables come before views, and small ones before large ones. */
async function openReading(
  { protection, query, budget = valueBudget }: IndexParts,
  { connectionId, catalogue, signal }: Reading,
): Promise<{ tables: CatalogueTable[]; run: RunIndexQuery }> {
  const protectedTables = await protection.of(connectionId, catalogue)
  const refOf = ({ schema, name }: CatalogueTable): TableRef => ({ schema, table: name })
  const tables = catalogue.tables
    .filter((table) => table.objectType !== 'SYNONYM' && !protectedTables.has(refOf(table)))
    .filter(({ rowEstimate }) => (rowEstimate ?? 0) <= budget.tableRows)
    .toSorted((left, right) => orderOf(left) - orderOf(right))
  const door = query.doorForServer({ areaId: null, allowedTables: tables.map(refOf), policies: null })
  const run: RunIndexQuery = async (sql) => {
    signal.throwIfAborted()
    try {
      const asked = { principal: server, connectionId, areaId: null, sql, purpose: 'index', signal } as const
      const { rows, truncated } = await collect(await door.run(asked))
      return { rows, isCut: truncated }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError && ofOneQuery.has(error.code)) return { rows: [], isCut: true }
      throw error
    }
  }
  return { tables, run }
}

/** Errors that concern only one query; others end the reading. */
const ofOneQuery = new Set(['query_failed', 'query_refused', 'query_timeout'])

function orderOf({ objectType, rowEstimate }: CatalogueTable): number {
  return objectType === 'VIEW' ? Infinity : (rowEstimate ?? 0)
}

/** Encrypts and stores columns within the budget. */
class IndexWriter {
  readonly totals: IndexTotals = { column_count: 0, value_count: 0, byte_count: 0, skipped_count: 0 }
  readonly #parts: IndexParts
  readonly #lease: ValueLease
  readonly #budget: typeof valueBudget
  readonly #hash: (term: string) => string
  readonly #started = performance.now()
  #position = 0

  constructor(parts: IndexParts, lease: ValueLease) {
    this.#parts = parts
    this.#lease = lease
    this.#budget = parts.budget ?? valueBudget
    this.#hash = termHasher(parts.context.keys.dataKey, lease.connectionId)
  }

  /** Whether the time or the most columns are reached. */
  isOver(): boolean {
    return performance.now() - this.#started > this.#budget.ms || this.#position >= this.#budget.columns
  }

  skip(columns: number): void {
    this.totals.skipped_count += columns
  }

  /** @throws LostLease */
  async add({ table, column, profile, texts }: ReadColumn): Promise<void> {
    const { store, now, keys } = this.#parts.context
    const { connectionId, owner: generation } = this.#lease
    const until = new Date(now().getTime() + leaseMs).toISOString()
    if (!(await renewLease(store.db, this.#lease, until))) throw new LostLease()
    if (this.isOver()) return this.skip(1)
    const kept = texts !== null && this.#fits(texts) ? texts : null
    if (texts !== null && kept === null) this.skip(1)
    if (profile === null && kept === null) return
    const position = this.#position++
    const at = { connectionId, generation, position }
    const facts = profile && sealValues(keys, profile, { ...at, chunk: null })
    const names = { schema_name: table.schema, table_name: table.name, column_name: column.name }
    const row = { ...this.#own(position), ...names, value_count: kept?.length ?? null, facts }
    await insertColumn(store.db, row, this.#chunksOf(kept ?? [], position), await this.#termsOf(kept ?? [], position))
    this.totals.column_count += 1
    this.totals.value_count += kept?.length ?? 0
    this.totals.byte_count += bytesOf(kept ?? [])
  }

  #fits(texts: string[]): boolean {
    const { value_count: values, byte_count: bytes } = this.totals
    return values + texts.length <= this.#budget.values && bytes + bytesOf(texts) <= this.#budget.bytes
  }

  #own(position: number) {
    const { connectionId, owner } = this.#lease
    return { connection_id: connectionId, generation: owner, position }
  }

  #chunksOf(texts: string[], position: number) {
    const { connectionId, owner: generation } = this.#lease
    return Array.from({ length: Math.ceil(texts.length / chunkSize) }, (_, chunk) => {
      const part = texts.slice(chunk * chunkSize, (chunk + 1) * chunkSize)
      const sealed = sealValues(this.#parts.context.keys, part, { connectionId, generation, position, chunk })
      return { ...this.#own(position), chunk, sealed }
    })
  }

  async #termsOf(texts: string[], position: number) {
    const postings = new Map<string, number[]>()
    for (const [number, text] of texts.entries()) {
      if (number % textsAtOnce === 0) await othersTurn()
      for (const term of termsOf(text)) {
        const numbers = postings.get(term)
        if (numbers === undefined) postings.set(term, [number])
        else if (numbers.length < mostPostings) numbers.push(number)
      }
    }
    const rows = []
    for (const [term, numbers] of postings) {
      if (rows.length % textsAtOnce === 0) await othersTurn()
      rows.push({ ...this.#own(position), term: this.#hash(term), postings: numbers.join(',') })
    }
    return rows
  }
}

function bytesOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

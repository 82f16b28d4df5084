import { auditActions } from '@parlance/contract'
import type { AuditDetail, AuditEntry, AuditFilter, AuditFormat, AuditPage, AuditQuery } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { sharedWrites } from '../../store/transaction-group.ts'
import { decodeCursor, encodeCursor } from '../../lib/page-cursor.ts'
import { currentScope } from '../../http/request-scope.ts'
import { csvOf, jsonLinesOf } from './export-records.ts'
import { rowsOf } from './record-rows.ts'
import type { AuditRecord } from './record-rows.ts'
import { insertRecords, listRecords, recordsAfter, searchRecords } from './store.ts'
import type { AuditRow, Position } from './store.ts'
import { presentRecords } from './present.ts'

export { changesBetween, hiddenChange } from './changes.ts'
export type { AuditRecord } from './record-rows.ts'

export interface AuditService {
  /**
   * Records an action with the address and id of the running request. Never fails the action: a record that cannot be
   * written is logged instead.
   */
  record(record: AuditRecord): Promise<void>
  /** Records what one request did to several things, in one transaction. Never fails the request, like `record`. */
  recordAll(records: AuditRecord[]): Promise<void>
  /**
   * Records that someone looked at other users' access: once in ten minutes for the same target and connection, and
   * again when users appear who weren't recorded yet. Never fails, like `record`.
   * @param people the IDs of the users
   */
  recordLook(record: AuditRecord & { userId: string }, people: string[]): Promise<void>
  /** Lists records, newest first. @throws AppError bad_request for an unknown cursor */
  list(query: AuditQuery): Promise<AuditPage>
  /** Reads the records after a position, oldest first. */
  readAfter(after: Position, options: { until?: string; limit: number }): Promise<AuditEntry[]>
  /** Streams every record that matches the filter, newest first, page by page. */
  exportAs(format: AuditFormat, filter: AuditFilter): AsyncGenerator<string>
}

/** Records of an export that are in memory at a time. */
const exportPage = 1000
/** Steps of one search. */
const searchSteps = 10

interface ReadPage {
  rows: AuditRow[]
  /** Where the next page begins. Null on the last page. */
  end: Position | null
  searchedTo: string | null
}

/** Milliseconds in which the same person looking at the same users again is the same look. */
const lookWindow = 10 * 60_000

export function createAuditService({ store, log, now }: Pick<AppContext, 'store' | 'log' | 'now'>): AuditService {
  const inGroup = sharedWrites(store)

  async function readPage(filter: AuditFilter, after: Position | null, limit: number): Promise<ReadPage> {
    const rows = await listRecords(store.db, filter, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return { rows: page, end: rows.length > limit ? (page.at(-1) ?? null) : null, searchedTo: null }
  }

  /** Stops after some steps, so that a rare word doesn't make one request read a log of millions. */
  async function searchPage(filter: AuditFilter, after: Position | null, limit: number): Promise<ReadPage> {
    const rows: AuditRow[] = []
    let end = after
    for (let step = 0; step < searchSteps; step += 1) {
      const found = await searchRecords(store.db, filter, { after: end, limit: limit - rows.length })
      rows.push(...found.rows)
      end = found.end
      if (end === null || rows.length === limit) return { rows, end, searchedTo: null }
    }
    return { rows, end, searchedTo: end?.at ?? null }
  }

  async function* readAll(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    const read = filter.search === undefined ? readPage : searchPage
    for (let after: Position | null = null; ;) {
      const page: ReadPage = await read(filter, after, exportPage)
      if (page.rows.length > 0) yield presentRecords(store.db, page.rows)
      if (page.end === null) return
      after = page.end
    }
  }

  /** The log itself remembers, so all server processes know what one of them recorded. */
  async function peopleSeen({ action, userId, targetId, detail }: AuditRecord & { userId: string }): Promise<string[]> {
    const from = new Date(now().getTime() - lookWindow).toISOString()
    const filter = { action, user_id: userId, outcome: 'allowed' as const, from }
    const recent = await listRecords(store.db, filter, { after: null, limit: 1000 })
    return recent
      .filter((row) => row.target_id === (targetId ?? null))
      .map((row): AuditDetail => JSON.parse(row.detail))
      .filter((each) => each.connection === detail?.connection)
      .flatMap((each) => String(each.people ?? '').split(' '))
  }

  const service: AuditService = {
    recordLook: async (record, people) => {
      const seen = await peopleSeen(record).catch((): string[] => [])
      const added = people.filter((id) => !seen.includes(id))
      if (seen.length > 0 && added.length === 0) return void currentScope()?.recorded.add(record.action)
      return service.record({ ...record, detail: { ...record.detail, people: added.join(' ') } })
    },
    record: (record) => service.recordAll([record]),
    recordAll: async (records) => {
      const scope = currentScope()
      for (const { action } of records) scope?.recorded.add(action)
      try {
        const rows = await rowsOf({ store, now }, records)
        await inGroup((transaction) => insertRecords(transaction, rows))
      } catch (error) {
        const actions = [...new Set(records.map(({ action }) => action))]
        log.error({ err: error, actions }, 'could not write audit records')
      }
    },
    list: async ({ cursor, limit, ...filter }) => {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      const page = filter.search === undefined ? readPage(filter, after, limit) : searchPage(filter, after, limit)
      const { rows, end, searchedTo } = await page
      return {
        records: await presentRecords(store.db, rows),
        next_cursor: end === null ? null : encodeCursor(end),
        searched_to: searchedTo,
        actions: auditActions,
      }
    },
    readAfter: async (after, options) => presentRecords(store.db, await recordsAfter(store.db, after, options)),
    exportAs: (format, filter) => (format === 'csv' ? csvOf : jsonLinesOf)(readAll(filter)),
  }
  return service
}

import { byteOrderMark, csvHeader, csvLines, type AuditEntry, type ResultColumn } from '@parlance/contract'
import type { Position } from './store.ts'

const pageSize = 1000

const names = [
  'at',
  'user_id',
  'user_email',
  'action',
  'outcome',
  'target_kind',
  'target_id',
  'target_name',
  'detail',
  'address',
  'request_id',
] as const

/** Streams the log as CSV (OP-73) page by page, so that memory use doesn't grow with the number of records. */
export async function* readCsv(
  readPage: (after: Position | null, limit: number) => Promise<AuditEntry[]>,
): AsyncGenerator<string> {
  const columns: ResultColumn[] = names.map((name) => ({ name, dataType: 'text', kind: 'text' }))
  yield byteOrderMark + csvHeader(columns)
  for (let after: Position | null = null; ;) {
    const page: AuditEntry[] = await readPage(after, pageSize)
    if (page.length > 0) yield csvLines(page.map(rowOf), columns)
    if (page.length < pageSize) return
    after = page.at(-1) ?? null
  }
}

function rowOf(entry: AuditEntry): (string | null)[] {
  return names.map((name) => (name === 'detail' ? JSON.stringify(entry.detail) : entry[name]))
}

import { byteOrderMark, csvHeader, csvLines, type AuditEntry, type ResultColumn } from '@parlance/contract'

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
  'sentence',
  'changes',
] as const

/** Streams records as CSV (OP-73) page by page, so that memory use doesn't grow with the number of records. */
export async function* csvOf(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  const columns: ResultColumn[] = names.map((name) => ({ name, dataType: 'text', kind: 'text' }))
  yield byteOrderMark + csvHeader(columns)
  for await (const page of pages) yield csvLines(page.map(rowOf), columns)
}

/** Streams records as JSON Lines: one JSON object per line. */
export async function* jsonLinesOf(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

function rowOf(entry: AuditEntry): (string | null)[] {
  return names.map((name) => (name === 'detail' || name === 'changes' ? JSON.stringify(entry[name]) : entry[name]))
}

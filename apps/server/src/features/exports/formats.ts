import type { FullResultsResponse } from '@parlance/contract'
import { AppError } from '../../errors.ts'
import { isTruncated } from '../query/collect.ts'
import type { RunningQuery } from '../query/run-query.ts'
import { byteOrderMark, csvHeader, csvLines } from './csv.ts'

/** The formats that are written today. */
export type StreamFormat = 'json' | 'ndjson' | 'csv'

export interface StreamWriter {
  contentType: string
  extension: string
  /** The whole result as pieces of text; nothing is held but one batch of rows. */
  write(query: RunningQuery, sql: string): AsyncGenerator<string>
}

export const streamWriters: Record<StreamFormat, StreamWriter> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', write: writeCsv },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'ndjson', write: writeNdjson },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', write: writeJson },
}

async function* writeCsv(query: RunningQuery): AsyncGenerator<string> {
  yield byteOrderMark + csvHeader(query.columns)
  for await (const batch of query.batches) yield csvLines(batch, query.columns)
  refuseCut(query)
}

/** One object a line, keyed by column name; names that repeat get a number. */
async function* writeNdjson(query: RunningQuery): AsyncGenerator<string> {
  const names = uniqueNames(query.columns.map((column) => column.name))
  for await (const batch of query.batches) {
    yield batch
      .map((row) => `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))}\n`)
      .join('')
  }
  refuseCut(query)
}

/** A file cannot say that it is cut: the download fails instead of looking whole. */
function refuseCut(query: RunningQuery): void {
  if (isTruncated(query)) throw new AppError('result_too_large')
}

/** The documented answer, its rows streamed: what is known only at the end stands after them. */
async function* writeJson(query: RunningQuery, sql: string): AsyncGenerator<string> {
  const head: Pick<FullResultsResponse, 'query' | 'columns'> = { query: sql, columns: query.columns }
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`
  let count = 0
  for await (const batch of query.batches) {
    if (batch.length === 0) continue
    yield (count > 0 ? ',' : '') + batch.map((row) => JSON.stringify(row)).join(',')
    count += batch.length
  }
  const tail: Pick<FullResultsResponse, 'row_count' | 'truncated' | 'receipt'> = {
    row_count: count,
    truncated: isTruncated(query),
    receipt: query.receipt,
  }
  yield `],${JSON.stringify(tail).slice(1)}`
}

/** A number is only given when no column has that name already: two keys alike would lose a column. */
function uniqueNames(names: string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    const isFirst = !seen.has(name)
    seen.add(name)
    if (isFirst) return name
    let number = 2
    while (taken.has(`${name}_${number}`)) number += 1
    taken.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}

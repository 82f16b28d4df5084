import { customFormatSchema } from '@parlance/contract'
import type { CustomFormat, FullResultsRequest, FullResultsResponse } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { isTruncated } from '../../door/collect.ts'
import type { RunningQuery } from '../../door/contract.ts'
import { byteOrderMark, csvHeader, csvLines } from '../../lib/csv.ts'
import { writeXlsx } from './xlsx.ts'

export type StreamFormat = Exclude<NonNullable<FullResultsRequest['format']>, 'custom'>

/** The request of a user, and what that user may see. */
export interface AskedQuery {
  sql: string
  /** Whether the user may see the executed SQL. */
  readsExecutedSql: boolean
}

export interface StreamWriter {
  contentType: string
  extension: string
  /** Writes the whole result in pieces, with only a few batches of rows in memory. */
  write(query: RunningQuery, asked: AskedQuery): AsyncGenerator<string | Uint8Array>
}

export const streamWriters: Record<StreamFormat, StreamWriter> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', write: writeCsv },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'ndjson', write: writeNdjson },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', write: writeJson },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: writeWorkbook,
  },
  parquet: { contentType: 'application/vnd.apache.parquet', extension: 'parquet', write: writeColumns },
}

/** Creates the writer of a custom text file. */
export function customWriter(custom: CustomFormat = customFormatSchema.parse({})): StreamWriter {
  const isTabbed = custom.delimiter === '\t'
  return {
    contentType: `text/${isTabbed ? 'tab-separated-values' : 'csv'}; charset=utf-8`,
    extension: isTabbed ? 'tsv' : 'csv',
    write: (query) => writeCustom(query, custom),
  }
}

async function* writeCustom(query: RunningQuery, custom: CustomFormat): AsyncGenerator<string> {
  yield (custom.byte_order_mark ? byteOrderMark : '') + (custom.header ? csvHeader(query.columns, custom) : '')
  for await (const batch of query.batches) yield csvLines(batch, query.columns, custom)
  refuseCut(query)
}

async function* writeCsv(query: RunningQuery): AsyncGenerator<string> {
  yield byteOrderMark + csvHeader(query.columns)
  for await (const batch of query.batches) yield csvLines(batch, query.columns)
  refuseCut(query)
}

async function* writeWorkbook(query: RunningQuery): AsyncGenerator<Uint8Array> {
  yield* writeXlsx(query.columns, query.batches, () => refuseCut(query))
}

async function* writeColumns(query: RunningQuery): AsyncGenerator<Uint8Array> {
  const { writeParquet } = await import('./parquet.ts')
  const names = uniqueNames(query.columns.map((column) => column.name))
  yield* writeParquet(query.columns, names, query.batches, () => refuseCut(query))
}

/** Writes one object per line, keyed by column name. Repeated names get a number. */
async function* writeNdjson(query: RunningQuery): AsyncGenerator<string> {
  const names = uniqueNames(query.columns.map((column) => column.name))
  for await (const batch of query.batches) {
    yield batch
      .map((row) => `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))}\n`)
      .join('')
  }
  refuseCut(query)
}

/** A file cannot say that it is cut, so the download fails instead of looking complete. */
function refuseCut(query: RunningQuery): void {
  if (isTruncated(query)) throw new AppError('result_too_large')
}

/** Writes the documented answer with streamed rows. Properties that are known only at the end follow them. */
async function* writeJson(query: RunningQuery, { sql, readsExecutedSql }: AskedQuery): AsyncGenerator<string> {
  const head: Pick<FullResultsResponse, 'query' | 'columns'> = { query: sql, columns: query.columns }
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`
  let count = 0
  for await (const batch of query.batches) {
    if (batch.length === 0) continue
    yield (count > 0 ? ',' : '') + batch.map((row) => JSON.stringify(row)).join(',')
    count += batch.length
  }
  const tail: Omit<FullResultsResponse, 'query' | 'columns' | 'results'> = {
    row_count: count,
    truncated: isTruncated(query),
    receipt: query.receipt,
    display_sql: query.displaySql,
    executed_sql: readsExecutedSql ? query.executedSql : null,
    database_ms: query.elapsedMs(),
  }
  yield `],${JSON.stringify(tail).slice(1)}`
}

/** Adds a number only if no column has that name already, because two equal keys would lose a column. */
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

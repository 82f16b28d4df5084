import { byteOrderMark, csvHeader, csvLines, customFormatSchema, rowObjects, uniqueNames } from '@parlance/contract'
import type { CustomFormat, FullResultsRequest, FullResultsResponse, Row } from '@parlance/contract'
import type { JsonRows } from '@parlance/drivers'
import { AppError } from '../../lib/errors.ts'
import { isTruncated } from '../../door/collect.ts'
import type { RunningQuery } from '../../door/contract.ts'
import { jsonToCsv } from './json-to-csv.ts'
import { writeXlsx } from './xlsx.ts'

/** Standard CSV (RFC 4180). */
const commonCsvFormat = customFormatSchema.parse({})

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
  /** Whether it reads the rows as JSON if the driver has them so. */
  readsJson?: boolean
  /** Writes the whole result in pieces, with only a few batches of rows in memory. */
  write(query: RunningQuery, asked: AskedQuery): AsyncGenerator<string | Uint8Array>
}

export const streamWriters: Record<StreamFormat, StreamWriter> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    readsJson: true,
    write: (query) => writeCsv(query, commonCsvFormat),
  },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'ndjson', write: writeNdjson },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', write: writeJsonObjects },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: writeWorkbook,
  },
  parquet: { contentType: 'application/vnd.apache.parquet', extension: 'parquet', write: writeColumns },
}

/** The answer of the API, which says more than its rows and may be cut. */
export const envelopeWriter: StreamWriter = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  readsJson: true,
  write: writeEnvelope,
}

/** Creates the writer of a custom text file. */
export function customWriter(custom: CustomFormat = commonCsvFormat): StreamWriter {
  const isTabbed = custom.delimiter === '\t'
  return {
    contentType: `text/${isTabbed ? 'tab-separated-values' : 'csv'}; charset=utf-8`,
    extension: isTabbed ? 'tsv' : 'csv',
    readsJson: true,
    write: (query) => writeCsv(query, custom),
  }
}

async function* writeCsv(query: RunningQuery, format: CustomFormat): AsyncGenerator<string | Uint8Array> {
  yield (format.byte_order_mark ? byteOrderMark : '') + (format.header ? csvHeader(query.columns, format) : '')
  if (query.json) {
    const linesOf = jsonToCsv(query.columns, format)
    for await (const { rows, count } of query.json) if (count > 0) yield linesOf(rows)
  } else for await (const batch of query.batches) yield csvLines(batch, query.columns, format)
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

/** Writes one object per line. */
async function* writeNdjson(query: RunningQuery): AsyncGenerator<string> {
  const objectOf = rowObjects(query.columns)
  for await (const batch of query.batches) yield batch.map((row) => `${objectOf(row)}\n`).join('')
  refuseCut(query)
}

/** Writes an array with one object per line. */
async function* writeJsonObjects(query: RunningQuery): AsyncGenerator<string> {
  const objectOf = rowObjects(query.columns)
  let separator = '[\n'
  for await (const batch of query.batches) {
    if (batch.length === 0) continue
    yield separator + batch.map(objectOf).join(',\n')
    separator = ',\n'
  }
  refuseCut(query)
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** A file cannot say that it is cut, so the download fails instead of looking complete. */
function refuseCut(query: RunningQuery): void {
  if (isTruncated(query)) throw new AppError('result_too_large')
}

/** Writes the documented answer with streamed rows. Properties that are known only at the end follow them. */
async function* writeEnvelope(query: RunningQuery, { sql, readsExecutedSql }: AskedQuery): AsyncGenerator<string> {
  const head: Pick<FullResultsResponse, 'query' | 'columns'> = { query: sql, columns: query.columns }
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`
  let count = 0
  for await (const part of query.json ?? asJson(query.batches)) {
    if (part.count === 0) continue
    if (count > 0) yield ','
    yield part.rows
    count += part.count
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

async function* asJson(batches: AsyncIterable<Row[]>): AsyncGenerator<JsonRows> {
  for await (const batch of batches) yield { rows: JSON.stringify(batch).slice(1, -1), count: batch.length }
}

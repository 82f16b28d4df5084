import {
  exportFormatsSchema,
  fullResultsResponseSchema,
  screenRowLimit,
  type FullResultsRequest,
  type FullResultsResponse,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { breathing, browserBreath } from '../lib/breath.ts'
import { checkedRows } from '../lib/checked-rows.ts'
import { createResultReader } from '../lib/result-reader.ts'
import { call, callRaw } from './client.ts'

const base = '/api/v1/query'
const path = `${base}/full-results`

export type ExportFormat = NonNullable<FullResultsRequest['format']>

/** The format of the file. */
export interface ExportChoice {
  format: ExportFormat
  /** For the format `custom`. */
  custom?: FullResultsRequest['custom']
}

const withoutRowsSchema = fullResultsResponseSchema.omit({ results: true })

interface LoadOptions {
  signal: AbortSignal
  /** Called as rows arrive. */
  onRows: (count: number) => void
}

/** Runs a shown query again and reads all of its rows. Throws ApiError; a broken connection throws TypeError. */
export async function loadFullResults(
  request: FullResultsRequest,
  { signal, onRows }: LoadOptions,
): Promise<FullResultsResponse> {
  const response = await callRaw(path, { method: 'POST', body: request, signal })
  const reader = createResultReader()
  const breath = browserBreath(signal)
  const breathe = breathing(breath)
  for await (const text of textOf(response)) {
    onRows(reader.push(text))
    await breathe()
  }
  const { results, ...rest } = reader.end()
  return { ...withoutRowsSchema.parse(rest), results: await checkedRows(results, breath) }
}

/** Runs the user's own SQL through the same checks, for as many rows as the screen shows. */
export function runSql(request: FullResultsRequest, signal: AbortSignal): Promise<FullResultsResponse> {
  return loadFullResults({ ...request, max_rows: screenRowLimit }, { signal, onRows: () => undefined })
}

/** Opens a file with all rows, which the server writes while it reads. Throws ApiError. */
export function openExport(request: FullResultsRequest, choice: ExportChoice, signal: AbortSignal): Promise<Response> {
  return callRaw(path, { method: 'POST', body: { ...request, ...choice }, accept: '*/*', signal })
}

/** The file formats of this installation's edition. */
export const exportFormatsQuery = queryOptions({
  queryKey: ['export-formats'],
  queryFn: async ({ signal }) => (await call(`${base}/export-formats`, exportFormatsSchema, { signal })).formats,
  staleTime: 5 * 60_000,
  retry: false,
})

/** In characters: reading a longer piece of rows would block the page. */
const longestPiece = 100_000

async function* textOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (let at = 0; at < value.length; at += longestPiece) yield value.slice(at, at + longestPiece)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

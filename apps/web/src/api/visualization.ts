import {
  visualizationBatchSchema,
  visualizationEndSchema,
  visualizationHeadSchema,
  type ResultColumn,
  type Row,
  type VisualizationRowsRequest,
} from '@parlance/contract'
import { breathing, browserBreath } from '../lib/breath.ts'
import { callRaw } from './client.ts'

/** The rows of a chart. */
export interface ChartRows {
  columns: ResultColumn[]
  rows: Row[]
  /** The database had more rows. */
  truncated: boolean
}

/**
 * Runs a query again and reads its rows in batches as they arrive, so that the page stays responsive.
 * @throws ApiError, or an Error if the response broke off before its end
 */
export async function loadChartRows(
  request: VisualizationRowsRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rowCount: number) => void },
): Promise<ChartRows> {
  const response = await callRaw('/api/v1/query/visualization', {
    method: 'POST',
    body: request,
    signal,
    accept: 'application/x-ndjson',
  })
  let columns: ResultColumn[] | null = null
  const rows: Row[] = []
  const breathe = breathing(browserBreath(signal))
  for await (const line of linesOf(response)) {
    const value: unknown = JSON.parse(line)
    if (columns === null) columns = visualizationHeadSchema.parse(value).columns
    else if (isBatch(value)) {
      for (const row of visualizationBatchSchema.parse(value).rows) rows.push(row)
      onProgress(rows.length)
      // Data that has already arrived comes without a pause.
      await breathe()
    } else return { columns, rows, truncated: visualizationEndSchema.parse(value).end.truncated }
  }
  throw new Error('The response ended before its last row.')
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  let pending = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (pending + read.value).split('\n')
      pending = parts.pop() ?? ''
      yield* parts
    }
    if (pending !== '') yield pending
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function isBatch(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'rows' in value
}

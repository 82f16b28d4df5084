import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeReceipt } from '../testing/factories.ts'
import { at, failure, useTestServer } from '../testing/test-server.ts'
import { loadChartRows } from './visualization.ts'

const server = useTestServer()
const columns = [{ name: 'city', dataType: '', kind: 'text' }]
const end = { end: { row_count: 3, truncated: true, receipt: makeReceipt() } }
const lines = [{ columns }, { rows: [['Köln']] }, { rows: [['東京'], [null]] }, end]
const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** A response in pieces of this many bytes. */
function answer(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
    },
  })
  server.use(http.post(at('/api/v1/query/visualization'), () => new HttpResponse(body)))
}

function load(seen: number[] = []) {
  const request = { sql_query: 'SELECT city FROM t', database_config_id: 'db1' }
  return loadChartRows(request, { signal: new AbortController().signal, onProgress: (count) => seen.push(count) })
}

describe('the rows of a chart', () => {
  it.each([1, 7, 64, 100_000])('reads the same rows however the response is split: %d bytes', async (size) => {
    answer(whole, size)
    const seen: number[] = []
    expect(await load(seen)).toEqual({ columns, rows: [['Köln'], ['東京'], [null]], truncated: true })
    expect(seen).toEqual([1, 3])
  })

  it.each([
    ['without an end', whole.slice(0, whole.indexOf('{"end"')), /ended before its last row/],
    ['cut within a line', whole.slice(0, -9), /JSON/],
    ['without anything', '', /ended before its last row/],
    ['of another shape', '{"columns":[]}\n{"rows":"all"}\n', /expected array/],
  ])('treats a response %s as a failure', async (_, text, message) => {
    answer(text, 50)
    await expect(load()).rejects.toThrow(message)
  })

  it('shows the server’s message for a refusal', async () => {
    server.use(http.post(at('/api/v1/query/visualization'), () => failure(422, 'Only SELECT is allowed.')))
    await expect(load()).rejects.toThrow('Only SELECT is allowed.')
  })
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeReceipt, makeResult } from '../../../testing/factories.ts'
import { openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
const path = at('/api/v1/query/full-results')
let saved: { name: string; text: Promise<string> }[] = []

beforeEach(() => {
  saved = []
  let last: Blob | null = null
  URL.createObjectURL = (given) => {
    last = given instanceof Blob ? given : null
    return 'blob:test'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last !== null) saved.push({ name: this.download, text: last.text() })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'showSaveFilePicker')
})

/** A file whose bytes the test sends step by step. */
function slowFile() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started
    },
  })
  return {
    response: () => new HttpResponse(body, { headers: { 'content-type': 'text/csv' } }),
    push: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
  }
}

describe('exporting', () => {
  it('exports a computed result by its name, because no database has its tables', async () => {
    const asked: unknown[] = []
    const sql_query = 'SELECT n FROM r1'
    const { panel, user } = await openResult(server, makeResult({ step: 'r2', sql_query, computed_from: ['r1'] }))
    server.use(
      http.post(path, async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse('n\r\n1\r\n', { headers: { 'content-type': 'text/csv' } })
      }),
    )
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Exported!' })).toBeDefined()
    expect(asked).toEqual([{ sql_query, turn_id: 't1', step: 'r2', format: 'csv' }])
  })

  it('CH-154 CH-155 CH-158 saves the server’s file and says Exported! for two seconds', async () => {
    const asked: unknown[] = []
    const { panel, user } = await openResult(server)
    server.use(
      http.post(path, async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse('name,total\r\nChair,1\r\n', { headers: { 'content-type': 'text/csv' } })
      }),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Exported!' })).toBeDefined()
    expect(asked).toEqual([{ sql_query: 'SELECT name, total FROM products LIMIT 2', turn_id: 't1', format: 'csv' }])
    expect(saved[0]?.name).toMatch(/^query_results_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/)
    expect(await saved[0]?.text).toBe('name,total\r\nChair,1\r\n')
    await vi.advanceTimersByTimeAsync(2100)
    expect(await panel.findByRole('button', { name: 'Export CSV' })).toBeDefined()
  })

  it('CH-156 says how many rows the export of a cut-off result contains', async () => {
    const { panel } = await openResult(server, makeResult({ truncated: true, full_row_count: 48_211 }))
    expect(panel.getByTitle('Export all 48,211 rows to CSV')).toBeDefined()
  })

  it('OP-23 offers the formats of the edition, and gives the reason for the others', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(path, async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse('PK')
      }),
    )
    const { panel, user } = await openResult(server)
    server.use(
      http.get(at('/api/v1/query/export-formats'), () => HttpResponse.json({ formats: ['csv', 'xlsx', 'json'] })),
    )
    await user.click(panel.getByRole('button', { name: 'Export as' }))
    const parquet = await screen.findByRole('menuitem', { name: /Parquet/ })
    await waitFor(() => expect(parquet.getAttribute('aria-disabled')).toBe('true'))
    expect(parquet.textContent).toContain('Not included in your edition')
    await user.click(screen.getByRole('menuitem', { name: 'Excel (.xlsx)' }))
    await waitFor(() => expect(saved[0]?.name).toMatch(/\.xlsx$/))
    expect(asked).toMatchObject([{ format: 'xlsx' }])
  })

  it('AC-433 writes a custom file as requested, and remembers its format while the result is shown', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(path, async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse('Chair\t1')
      }),
      http.get(at('/api/v1/query/export-formats'), () => HttpResponse.json({ formats: ['csv', 'custom'] })),
    )
    const { panel, user } = await openResult(server)
    const openDialog = async () => {
      await user.click(panel.getByRole('button', { name: 'Export as' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Custom...' }))
      return screen.findByRole('dialog', { name: 'Custom export' })
    }
    await openDialog()
    await user.selectOptions(screen.getByLabelText('Column separator'), 'Tab')
    await user.selectOptions(screen.getByLabelText('Decimal separator'), 'Comma (1,5)')
    await user.type(screen.getByLabelText('Text for NULL'), '=x')
    await user.click(screen.getByLabelText('Include column names'))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(
      screen.getByText("Use up to 20 characters without quotes. The text can't start with =, +, -, or @."),
    ).toBeDefined()
    expect(asked).toEqual([])
    await user.clear(screen.getByLabelText('Text for NULL'))
    await user.type(screen.getByLabelText('Text for NULL'), 'n/a{Enter}')
    await waitFor(() => expect(saved[0]?.name).toMatch(/\.tsv$/))
    const custom = {
      delimiter: '\t',
      decimal: ',',
      header: false,
      null_text: 'n/a',
      line_end: 'crlf',
      byte_order_mark: true,
    }
    expect(asked).toMatchObject([{ format: 'custom', custom }])
    await openDialog()
    expect(screen.getByLabelText('Text for NULL')).toHaveProperty('value', 'n/a')
  })

  it('shows the server’s refusal, and saves nothing', async () => {
    const { panel, user } = await openResult(server)
    server.use(http.post(path, () => failure(422, 'The result is too large.', 'result_too_large')))
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Failed' })).toBeDefined()
    expect(await screen.findAllByText('The result is too large.')).not.toHaveLength(0)
    expect(saved).toEqual([])
  })

  it('saves no file if the connection breaks', async () => {
    const { panel, user } = await openResult(server)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('name')),
      pull: (controller) => controller.error(new TypeError('network error')),
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Failed' })).toBeDefined()
    expect(saved).toEqual([])
  })

  it('shows its progress, and can be canceled', async () => {
    const file = slowFile()
    const { panel, user } = await openResult(server)
    server.use(http.post(path, () => file.response()))
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    file.push('x'.repeat(300 * 1024))
    expect(await panel.findByText('Exporting... 300 KB')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
    expect(await panel.findByRole('button', { name: 'Export CSV' })).toBeDefined()
    expect(saved).toEqual([])
  })

  it('writes a large result to disk as it arrives', async () => {
    const written: number[] = []
    const closed = vi.fn<() => Promise<void>>().mockResolvedValue()
    const picker = vi.fn<(options: { suggestedName: string }) => Promise<unknown>>().mockResolvedValue({
      createWritable: async () => ({
        write: async (piece: Uint8Array) => void written.push(piece.byteLength),
        close: closed,
        abort: async () => undefined,
      }),
    })
    Reflect.set(window, 'showSaveFilePicker', picker)
    const { panel, user } = await openResult(server, makeResult({ truncated: true, full_row_count: 1_000_000 }))
    server.use(http.post(path, () => new HttpResponse('12345')))
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Exported!' })).toBeDefined()
    expect(picker.mock.calls[0]?.[0].suggestedName).toMatch(/^query_results_.*\.csv$/)
    expect(written).toEqual([5])
    expect(closed).toHaveBeenCalledOnce()
    expect(saved).toEqual([])
  })

  it('does nothing if the user closes the save dialog', async () => {
    Reflect.set(window, 'showSaveFilePicker', () => Promise.reject(new DOMException('closed', 'AbortError')))
    const { panel, user } = await openResult(server, makeResult({ truncated: true, full_row_count: 9 }))
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(panel.getByRole('button', { name: 'Export CSV' })).toBeDefined()
    expect(saved).toEqual([])
  })
})

describe('loading all rows', () => {
  const cut = makeResult({ truncated: true, full_row_count: null })
  const whole = {
    query: cut.sql_query,
    columns: cut.columns,
    results: [
      ['Chair', 1],
      ['Tent', 2],
      ['Lamp', 3],
    ],
    row_count: 3,
    truncated: false,
    receipt: makeReceipt(),
  }

  it('CH-139 CH-140 replaces the cut-off rows', async () => {
    const { panel, user } = await openResult(server, cut)
    server.use(http.post(path, () => HttpResponse.json(whole)))
    expect(panel.getByText('Showing the first 2 rows')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Load all rows' }))
    expect(await panel.findByText('3 rows')).toBeDefined()
    expect(panel.queryByRole('button', { name: 'Load all rows' })).toBeNull()
    expect(panel.getByRole('gridcell', { name: 'Lamp' })).toBeDefined()
  })

  it('counts the rows as they arrive, and can be canceled without a message', async () => {
    const file = slowFile()
    const { panel, user } = await openResult(server, cut)
    server.use(http.post(path, () => file.response()))
    await user.click(panel.getByRole('button', { name: 'Load all rows' }))
    file.push(`{"query":"q","columns":[],"results":[${Array.from({ length: 2500 }, () => '["x",1]').join(',')}`)
    expect(await panel.findByText('Loading... 2,500 rows')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
    expect(await panel.findByText('Showing the first 2 rows')).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    ['is refused', () => failure(504, 'too slow')],
    ['ends early', () => new HttpResponse('{"query":"q","columns":[],"results":[["x",1]')],
  ])('CH-153 reports a failure when the answer %s', async (_, answer) => {
    const { panel, user } = await openResult(server, cut)
    server.use(http.post(path, answer))
    await user.click(panel.getByRole('button', { name: 'Load all rows' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Failed to load full results. Please try again.',
    )
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(await panel.findByRole('button', { name: 'Load all rows' })).toBeDefined()
  })
})

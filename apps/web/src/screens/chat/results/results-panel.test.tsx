// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeReceipt, makeResult, makeSession } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openResult(result = makeResult()) {
  const session = makeSession({ events: makeAnsweredTurn('t1', 'q', result) })
  server.use(...chatBackend({ sessions: [session] }).handlers)
  const app = renderApp('/chat')
  const panel = await screen.findByRole('region', { name: 'Query Results' })
  await within(panel).findByRole('button', { name: 'Copy' })
  return { ...app, panel: within(panel) }
}

const numbers = (count: number) =>
  makeResult({
    columns: [{ name: 'total', dataType: 'INTEGER', kind: 'integer' }],
    results: Array.from({ length: count }, (_, index) => [index]),
    row_count: count,
    full_row_count: count,
  })

describe('results panel', () => {
  it('CH-134 CH-138 has its title and says that there is nothing yet', async () => {
    server.use(...chatBackend().handlers)
    renderApp('/chat')
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
    expect(screen.getByText('No query results to display.')).toBeDefined()
    expect(screen.getByText('Execute a query from the chat to see results here.')).toBeDefined()
  })

  it('CH-147 sets numbers to the right, and NULL apart from an empty text', async () => {
    const { panel } = await openResult(
      makeResult({
        results: [
          ['', null],
          ['Chair', 85149.47],
        ],
      }),
    )
    const cells = panel.getAllByRole('gridcell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['', 'NULL', 'Chair', '85,149.47'])
    expect(cells[1]?.querySelector('.null')).not.toBeNull()
    expect(cells[0]?.querySelector('.null')).toBeNull()
    expect(cells.map((cell) => cell.classList.contains('r'))).toEqual([false, true, false, true])
  })

  it('draws only the rows that are in view and counts all of them', async () => {
    const { panel } = await openResult(numbers(1000))
    const grid = panel.getByRole('grid')
    expect(grid.getAttribute('aria-rowcount')).toBe('1001')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
    expect(panel.getByText('1,000 rows')).toBeDefined()
  })

  it('sorts by a click, NULL last either way', async () => {
    const { panel, user } = await openResult(
      makeResult({
        results: [
          ['a', 2],
          ['b', null],
          ['c', 10],
        ],
        row_count: 3,
        full_row_count: 3,
      }),
    )
    const names = () =>
      panel
        .getAllByRole('gridcell')
        .filter((_, index) => index % 2 === 0)
        .map((cell) => cell.textContent)
    const header = panel.getByRole('button', { name: 'total' })
    await user.click(header)
    expect(names()).toEqual(['c', 'a', 'b'])
    expect(panel.getByRole('columnheader', { name: /total/ }).getAttribute('aria-sort')).toBe('descending')
    await user.click(header)
    expect(names()).toEqual(['a', 'c', 'b'])
  })

  it('moves through the cells with the keyboard and copies one', async () => {
    const { panel, user } = await openResult()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    panel.getByRole('gridcell', { name: 'Chair' }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tent'))
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Chair'))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('85,149.47'))
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toHaveBeenCalledWith('85149.47')
  })

  it('marks a masked column with its rule', async () => {
    const receipt = makeReceipt({ maskedOutputs: [{ index: 0, column: 'name', rule: 'Hide names' }] })
    const { panel } = await openResult(makeResult({ receipt }))
    expect(panel.getByTitle('Masked by the rule ‘Hide names’').textContent).toBe('namemasked')
    expect(panel.getByRole('gridcell', { name: 'Chair' }).classList.contains('mk')).toBe(true)
  })

  it('shows hostile cells as text', async () => {
    const { panel } = await openResult(makeResult({ results: [['<img src=x onerror=alert(1)>', '‮evil']] }))
    expect(panel.getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    expect(document.querySelector('img')).toBeNull()
  })

  it('CH-135 CH-136 offers a split and a tab view', async () => {
    const { panel, user } = await openResult()
    expect(panel.getByRole('region', { name: 'SQL Query' })).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Tabs' }))
    expect(panel.getByRole('tab', { name: 'Results (2 rows)' })).toBeDefined()
    await user.click(panel.getByRole('tab', { name: 'SQL Query' }))
    expect((await panel.findByRole('region', { name: 'SQL Query' })).textContent).toContain('SELECT')
  })

  it('CH-142 CH-143 CH-144 tells SQL that did not run from SQL without rows', async () => {
    const first = await openResult(
      makeResult({ executed: false, columns: undefined, results: undefined, has_parameters: true }),
    )
    expect(first.panel.getByText('Query generated but not executed.')).toBeDefined()
    expect(first.panel.getByText('Its parameters need values before it can run.')).toBeDefined()
    first.unmount()
    const second = await openResult(makeResult({ results: [], row_count: 0, full_row_count: 0 }))
    expect(second.panel.getByText('Query executed successfully but returned no rows.')).toBeDefined()
  })
})

describe('copy and export', () => {
  it('CH-145 CH-146 says Copied! for two seconds, or Failed', async () => {
    const { panel, user } = await openResult()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(panel.getByRole('button', { name: 'Copy' }))
    expect(await panel.findByRole('button', { name: 'Copied!' })).toBeDefined()
    expect(write).toHaveBeenCalledWith('SELECT\n  name,\n  total\nFROM products\nLIMIT 2')
    await vi.advanceTimersByTimeAsync(2100)
    write.mockRejectedValue(new Error('refused'))
    await user.click(await panel.findByRole('button', { name: 'Copy' }))
    expect(await panel.findByRole('button', { name: 'Failed' })).toBeDefined()
    await vi.advanceTimersByTimeAsync(2100)
    expect(await panel.findByRole('button', { name: 'Copy' })).toBeDefined()
  })

  it('CH-154 CH-155 CH-158 exports what the server writes', async () => {
    const asked: unknown[] = []
    const saved: { name: string; text: Promise<string> }[] = []
    const { panel, user } = await openResult()
    server.use(
      http.post(at('/api/v1/query/full-results'), async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse('name,total\r\nChair,1\r\n', { headers: { 'content-type': 'text/csv' } })
      }),
    )
    let blob: Blob | null = null
    URL.createObjectURL = (given) => {
      blob = given as Blob
      return 'blob:test'
    }
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      if (blob !== null) saved.push({ name: this.download, text: blob.text() })
    })
    await user.click(panel.getByRole('button', { name: 'Export CSV' }))
    expect(await panel.findByRole('button', { name: 'Exported!' })).toBeDefined()
    expect(asked).toEqual([
      {
        sql_query: 'SELECT name, total FROM products LIMIT 2',
        session_id: 's1',
        database_config_id: 'db1',
        business_area_id: null,
        format: 'csv',
      },
    ])
    expect(saved[0]?.name).toMatch(/^query_results_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/)
    expect(await saved[0]?.text).toBe('name,total\r\nChair,1\r\n')
  })

  it('CH-156 names the rows that an export of a cut result holds', async () => {
    const { panel } = await openResult(makeResult({ truncated: true, full_row_count: 48_211 }))
    expect(panel.getByTitle('Export all 48,211 rows to CSV')).toBeDefined()
  })
})

describe('loading all rows', () => {
  it('CH-139 CH-140 replaces the cut rows', async () => {
    const cut = makeResult({ truncated: true, full_row_count: null })
    const { panel, user } = await openResult(cut)
    server.use(
      http.post(at('/api/v1/query/full-results'), () =>
        HttpResponse.json({
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
        }),
      ),
    )
    expect(panel.getByText('Showing the first 2 rows')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Load all rows' }))
    expect(await panel.findByText('3 rows')).toBeDefined()
    expect(panel.queryByRole('button', { name: 'Load all rows' })).toBeNull()
    expect(panel.getByRole('gridcell', { name: 'Lamp' })).toBeDefined()
  })

  it('CH-153 says that it failed', async () => {
    const { panel, user } = await openResult(makeResult({ truncated: true, full_row_count: 9 }))
    server.use(http.post(at('/api/v1/query/full-results'), () => failure(504, 'too slow')))
    await user.click(panel.getByRole('button', { name: 'Load all rows' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Failed to load full results. Please try again.',
    )
  })
})

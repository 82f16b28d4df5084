import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeReceipt, makeResult } from '../../../testing/factories.ts'
import { makeNumbers, openResult } from '../../../testing/open-result.tsx'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('results panel', () => {
  it('CH-134 CH-138 shows its title and says that there is nothing yet', async () => {
    server.use(...chatBackend().handlers)
    renderApp('/chat')
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
    expect(screen.getByText('No query results to display.')).toBeDefined()
    expect(screen.getByText('Execute a query from the chat to see results here.')).toBeDefined()
  })

  it('CH-147 right-aligns numbers, and distinguishes NULL from empty text', async () => {
    const { panel } = await openResult(
      server,
      makeResult({
        results: [
          ['', null],
          ['Chair', 85149.47],
        ],
      }),
    )
    const cells = panel.getAllByRole('gridcell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['', 'NULL', 'Chair', '85,149.47'])
    expect(cells[1]?.querySelector('.italic')).not.toBeNull()
    expect(cells[0]?.querySelector('.italic')).toBeNull()
    expect(cells.map((cell) => cell.hasAttribute('data-numeric'))).toEqual([false, true, false, true])
  })

  it('renders only the visible rows and counts all of them', async () => {
    const { panel } = await openResult(server, makeNumbers(1000))
    const grid = panel.getByRole('grid')
    expect(grid.getAttribute('aria-rowcount')).toBe('1001')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
    expect(panel.getByText('1,000 rows')).toBeDefined()
  })

  it('sorts on a click, with NULL last either way', async () => {
    const { panel, user } = await openResult(
      server,
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

  it('moves through the cells by keyboard and copies one', async () => {
    const { panel, user } = await openResult(server)
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

  it('names the source next to the rows: the database or the attached file', async () => {
    const first = await openResult(server)
    expect(first.panel.getByText(/^Sample Shop · 1 table · 12 ms$/)).toBeDefined()
    first.unmount()
    const second = await openResult(server, makeResult({ source_name: 'orders 2026.xlsx' }))
    expect(second.panel.getByText(/^orders 2026.xlsx · 1 table · /)).toBeDefined()
    expect(screen.getByText('orders 2026.xlsx').closest('p')?.textContent).toContain(' · 1 table · 12 ms')
  })

  it('marks a masked column with its rule', async () => {
    const receipt = makeReceipt({ maskedOutputs: [{ index: 0, column: 'name', rule: 'Hide names' }] })
    const { panel } = await openResult(server, makeResult({ receipt }))
    expect(panel.getByTitle('Masked by the rule "Hide names"').textContent).toBe('namemasked')
    expect(panel.getByRole('gridcell', { name: 'Chair' }).hasAttribute('data-masked')).toBe(true)
  })

  it('shows hostile cells as text', async () => {
    const { panel } = await openResult(server, makeResult({ results: [['<img src=x onerror=alert(1)>', '‮evil']] }))
    expect(panel.getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    expect(document.querySelector('img')).toBeNull()
  })

  it('CH-135 CH-136 offers a split view and a tab view', async () => {
    const { panel, user } = await openResult(server)
    expect(panel.getByRole('region', { name: 'SQL Query' })).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Tabs' }))
    expect(panel.getByRole('tab', { name: 'Results (2 rows)' })).toBeDefined()
    await user.click(panel.getByRole('tab', { name: 'SQL Query' }))
    expect((await panel.findByRole('region', { name: 'SQL Query' })).textContent).toContain('SELECT')
  })

  it('CH-142 CH-143 CH-144 distinguishes SQL that did not run from SQL without rows', async () => {
    const first = await openResult(
      server,
      makeResult({ executed: false, columns: undefined, results: undefined, has_parameters: true }),
    )
    expect(first.panel.getByText('Query generated but not executed.')).toBeDefined()
    expect(first.panel.getByText('Its parameters need values before it can run.')).toBeDefined()
    first.unmount()
    const second = await openResult(server, makeResult({ results: [], row_count: 0, full_row_count: 0 }))
    expect(second.panel.getByText('Query executed successfully but returned no rows.')).toBeDefined()
  })
})

describe('copying', () => {
  it('CH-145 CH-146 says Copied! for two seconds, or Failed', async () => {
    const { panel, user } = await openResult(server)
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
})

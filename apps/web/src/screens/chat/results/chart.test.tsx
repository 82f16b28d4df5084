import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withResolvedTokens } from '../../../lib/charts/token-theme.ts'
import { makeResult } from '../../../testing/factories.ts'
import { openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
// The charting library is large, so load it before the tests.
beforeAll(() => import('../../../lib/charts/draw-chart.ts'))
beforeEach(() => {
  // Without a canvas, the charting library measures text with its own table.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => vi.restoreAllMocks())

const monthly = makeResult({
  columns: [
    { name: 'month', dataType: 'TEXT', kind: 'text' },
    { name: 'revenue', dataType: 'REAL', kind: 'number' },
    { name: 'orders', dataType: 'INTEGER', kind: 'integer' },
  ],
  results: [
    ['2026-01', 10.5, 3],
    ['2026-02', 20, 4],
  ],
})

describe('the chart of a result', () => {
  it('is drawn next to the rows on request', async () => {
    const { panel, user } = await openResult(server, monthly)
    const button = panel.getByRole('button', { name: 'Chart' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    await user.click(button)
    const figure = await panel.findByRole('figure', {
      name: 'Line chart: revenue, orders by month. The table lists the values.',
    })
    await waitFor(() => expect(figure.querySelectorAll('div[aria-hidden] path').length).toBeGreaterThan(2))
    expect(figure.querySelector('div[aria-hidden]')?.innerHTML).toContain('var(--data-1)')
    expect(panel.getByRole('gridcell', { name: '10.5' })).toBeDefined()
    expect(localStorage.getItem('parlance:results_chart')).toBe('shown')
  })

  it('can be switched to any other chart that fits the rows', async () => {
    localStorage.setItem('parlance:results_chart', 'shown')
    const { panel, user } = await openResult(server, monthly)
    const kinds = within(await panel.findByRole('group', { name: 'Chart type' }))
    expect(kinds.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Line chart',
      'Bar chart',
      'Scatter chart',
    ])
    await user.click(kinds.getByRole('button', { name: 'Bar chart' }))
    await user.selectOptions(panel.getByRole('combobox', { name: 'Columns to chart' }), 'orders')
    expect(await panel.findByRole('figure', { name: /^Bar chart: orders by month/ })).toBeDefined()
    await waitFor(() =>
      expect(panel.getByRole('figure').querySelector('div[aria-hidden]')?.textContent).toContain('orders'),
    )
  })

  it('is a figure for a single number, and is not offered if none fits', async () => {
    localStorage.setItem('parlance:results_chart', 'shown')
    const single = makeResult({
      columns: [{ name: 'revenue', dataType: '', kind: 'number' }],
      results: [[1_234_567.5]],
      row_count: 1,
      full_row_count: 1,
    })
    const first = await openResult(server, single)
    const figure = await first.panel.findByRole('figure', { name: 'Single number: revenue' })
    expect(figure.textContent).toBe('1,234,567.5revenue')
    first.unmount()
    const texts = makeResult({
      columns: [{ name: 'name', dataType: '', kind: 'text' }],
      results: [['a'], ['b']],
    })
    const second = await openResult(server, texts)
    expect(second.panel.queryByRole('button', { name: 'Chart' })).toBeNull()
  })

  it('is the one that the question asks for, until the user chooses', async () => {
    const { panel, user } = await openResult(server, { ...monthly, display: 'bar' })
    expect(await panel.findByRole('figure', { name: /^Bar chart: revenue, orders by month/ })).toBeDefined()
    expect(localStorage.getItem('parlance:results_chart')).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Chart' }))
    expect(panel.queryByRole('figure')).toBeNull()
  })

  it('is hidden for a question that asks for a table', async () => {
    localStorage.setItem('parlance:results_chart', 'shown')
    const { panel } = await openResult(server, { ...monthly, display: 'table' })
    expect(await panel.findByRole('gridcell', { name: '10.5' })).toBeDefined()
    expect(panel.queryByRole('figure')).toBeNull()
  })

  it('is a pie of names and numbers', async () => {
    const countries = makeResult({
      display: 'pie',
      results: [
        ['Chair', 3],
        ['Tent', 1],
      ],
    })
    const { panel } = await openResult(server, countries)
    const figure = await panel.findByRole('figure', { name: 'Pie chart: total by name. The table lists the values.' })
    await waitFor(() => expect(figure.querySelector('div[aria-hidden]')?.textContent).toContain('Chair: 75%'))
  })

  it('is another one if the rows cannot be drawn as the question asks, with the reason', async () => {
    const { panel } = await openResult(server, { ...monthly, display: 'pie' })
    expect(await panel.findByRole('figure', { name: /^Line chart/ })).toBeDefined()
    expect(
      panel.getByText(/^A pie chart needs names and numbers that are not negative, in 2 to 8 rows\./),
    ).toBeDefined()
  })

  it('is explained away if no chart fits the rows', async () => {
    const texts = makeResult({
      columns: [{ name: 'name', dataType: '', kind: 'text' }],
      results: [['a']],
      display: 'bar',
    })
    const { panel } = await openResult(server, texts)
    expect(await panel.findByText('A bar chart needs names, a column of numbers, and more than one row.')).toBeDefined()
  })

  it('says how many of the rows it shows', async () => {
    localStorage.setItem('parlance:results_chart', 'shown')
    const rows = Array.from({ length: 60 }, (_, index) => [`shop ${index}`, index])
    const { panel } = await openResult(server, makeResult({ results: rows, row_count: 60, full_row_count: 60 }))
    expect(await panel.findByText('The chart shows the first 50 of 60 rows.')).toBeDefined()
  })

  it('is saved with colors that do not depend on the page', async () => {
    const svg = withResolvedTokens('<svg width="2"><path fill="var(--data-1)"/></svg>', (token) => `#${token.length}`)
    expect(svg).toBe('<svg width="2"><rect width="100%" height="100%" fill="#11"/><path fill="#8"/></svg>')
    expect(withResolvedTokens('<svg><text>a\u0000\u001Bb🙂</text></svg>', () => 'x')).toContain('<text>ab🙂</text>')
    localStorage.setItem('parlance:results_chart', 'shown')
    let saved: Blob | null = null
    URL.createObjectURL = (given) => {
      saved = given instanceof Blob ? given : null
      return 'blob:test'
    }
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { panel, user } = await openResult(server, monthly)
    await waitFor(() => expect(panel.getByRole('figure').querySelector('div[aria-hidden] svg')).not.toBeNull())
    await user.click(panel.getByRole('button', { name: 'Copy or save chart' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Vector image (.svg)' }))
    await waitFor(() => expect(names).toHaveLength(1))
    expect(names[0]).toMatch(/^query_results_.*\.svg$/)
    expect(saved).not.toBeNull()
  })
})

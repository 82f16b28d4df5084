import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeResult } from '../../../testing/factories.ts'
import { makeNumbers, openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

const people = makeResult({
  columns: [
    { name: 'name', dataType: 'TEXT', kind: 'text' },
    { name: 'total', dataType: 'REAL', kind: 'number' },
    { name: 'since', dataType: 'DATE', kind: 'date' },
  ],
  results: [
    ['Ann, "A"', 2, '2026-01-02'],
    ['Ben', null, '2025-12-31'],
    ['=1+1', 10, null],
  ],
  row_count: 3,
  full_row_count: 3,
})

/** Watches what is written to the clipboard; userEvent installs its own clipboard, so call this after it. */
const watchClipboard = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
const selectedTexts = () =>
  [...document.querySelectorAll('[role=gridcell][aria-selected=true]')].map((cell) => cell.textContent)

describe('the grid', () => {
  it('shows characters that would reverse a value or column name, and copies the value unchanged', async () => {
    const { panel, user } = await openResult(server, {
      ...people,
      full_row_count: 2,
      columns: [{ name: 'na\u202Eme', dataType: 'TEXT', kind: 'text' }],
      results: [['invoice\u202Efdp.exe'], ['שלום\u200F']],
      row_count: 2,
    })
    expect(panel.getAllByRole('gridcell').map(({ textContent }) => textContent)).toEqual([
      'invoice\uFFFDfdp.exe',
      'שלום\u200F',
    ])
    expect(panel.getByRole('columnheader', { name: /na\uFFFDme/ })).toBeDefined()
    const copied = watchClipboard()
    panel.getByRole('gridcell', { name: 'invoice\uFFFDfdp.exe' }).focus()
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toHaveBeenLastCalledWith('invoice\u202Efdp.exe')
  })

  it('shows a metric with its currency, and copies its number', async () => {
    const format = { style: 'currency', decimals: 2, unit: 'EUR' } as const
    const columns = people.columns?.map((column) => (column.name === 'total' ? { ...column, format } : column))
    const { panel, user } = await openResult(server, { ...people, columns })
    const copied = watchClipboard()
    panel.getByRole('gridcell', { name: '€2.00' }).focus()
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toHaveBeenLastCalledWith('2')
  })

  it('sorts numbers, dates and text with NULL last and equal rows in order, and marks the sorted column', async () => {
    const { panel, user } = await openResult(server, people)
    const column = (index: number) =>
      panel
        .getAllByRole('gridcell')
        .filter((_, position) => position % 3 === index)
        .map((cell) => cell.textContent)
    const sort = (name: string) => user.click(panel.getByRole('button', { name }))
    await sort('total')
    expect(column(1)).toEqual(['10', '2', 'NULL'])
    await sort('total')
    expect(column(1)).toEqual(['2', '10', 'NULL'])
    expect(panel.getByRole('columnheader', { name: /total/ }).getAttribute('aria-sort')).toBe('ascending')
    expect(panel.getByText('Sorted by total, ascending').tagName).toBe('OUTPUT')
    await sort('since')
    expect(column(2)).toEqual(['2025-12-31', '2026-01-02', 'NULL'])
    expect(panel.getByRole('columnheader', { name: /total/ }).getAttribute('aria-sort')).toBe('none')
    await sort('since')
    await sort('since')
    expect(column(2)).toEqual(['2026-01-02', '2025-12-31', 'NULL'])
    expect(panel.getByRole('columnheader', { name: /since/ }).getAttribute('aria-sort')).toBe('none')
  })

  it('resizes a column by dragging its right edge, and returns to the first width after a double click', async () => {
    const { panel } = await openResult(server, people)
    const header = panel.getByRole('columnheader', { name: 'name' })
    const edge = header.lastElementChild
    if (!(edge instanceof HTMLElement)) throw new Error('no edge')
    edge.setPointerCapture = () => undefined
    const width = () => Number.parseFloat(header.style.width)
    const move = (clientX: number) => act(async () => void fireEvent.pointerMove(edge, { clientX }))
    const first = width()
    await move(500)
    expect(width()).toBe(first)
    fireEvent.pointerDown(edge, { clientX: 100 })
    await move(150)
    await waitFor(() => expect(width()).toBe(first + 50))
    await move(-5000)
    await waitFor(() => expect(width()).toBe(48))
    fireEvent.lostPointerCapture(edge)
    await move(500)
    expect(width()).toBe(48)
    fireEvent.doubleClick(edge)
    expect(width()).toBe(first)
  })

  it('is one Tab stop; arrow keys reach the header, Enter sorts it, and Shift with arrows resizes it', async () => {
    const { panel, user } = await openResult(server, people)
    const stops = panel.getByRole('grid').querySelectorAll('[tabindex="0"]')
    expect([...stops].map((stop) => stop.textContent)).toEqual(['Ann, "A"'])
    panel.getByRole('gridcell', { name: 'Ann, "A"' }).focus()
    await user.keyboard('{ArrowUp}')
    const header = panel.getByRole('button', { name: 'name' })
    await waitFor(() => expect(document.activeElement).toBe(header))
    const width = () => Number.parseFloat(header.parentElement?.style.width ?? '')
    const before = width()
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect(width()).toBe(before + 32)
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(width()).toBe(before + 16)
    expect(panel.getByRole('gridcell', { name: 'Ben' }).style.width).toBe(`${before + 16}px`)
    await user.keyboard('{Enter}')
    expect(panel.getByRole('columnheader', { name: 'name' }).getAttribute('aria-sort')).toBe('ascending')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-cell')).toBe('0:0'))
  })

  it('moves with Home, End and Page keys over rows that are not rendered', async () => {
    const { panel, user } = await openResult(server, makeNumbers(100_000))
    expect(panel.getByText('100,000 rows')).toBeDefined()
    expect(panel.getAllByRole('row').length).toBeLessThan(400)
    panel.getByRole('gridcell', { name: '0' }).focus()
    await user.keyboard('{PageDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('20'))
    await user.keyboard('{PageUp}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('0'))
  })

  it('selects with Shift and arrows, everything with Ctrl+A, and copies TSV', async () => {
    const { panel, user } = await openResult(server, people)
    const copied = watchClipboard()
    panel.getByRole('gridcell', { name: 'Ann, "A"' }).focus()
    await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect(selectedTexts()).toEqual(['Ann, "A"', '2', 'Ben', 'NULL'])
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toHaveBeenLastCalledWith('"Ann, ""A"""\t2\nBen\t')
    await user.keyboard('{Control>}a{/Control}')
    expect(selectedTexts()).toHaveLength(9)
    await user.keyboard('{Escape}')
    expect(selectedTexts()).toEqual([])
  })

  it('selects by dragging and with Shift and a click', async () => {
    const { panel } = await openResult(server, people)
    const cell = (name: string) => panel.getByRole('gridcell', { name })
    fireEvent.pointerDown(cell('Ann, "A"'), { button: 0, buttons: 1, pointerType: 'mouse' })
    fireEvent.pointerMove(cell('Ben'), { buttons: 1, pointerType: 'mouse' })
    expect(selectedTexts()).toEqual(['Ann, "A"', 'Ben'])
    await act(async () => void fireEvent.pointerMove(cell('=1+1'), { buttons: 0, pointerType: 'mouse' }))
    expect(selectedTexts()).toEqual(['Ann, "A"', 'Ben'])
    fireEvent.pointerDown(cell('10'), { button: 0, buttons: 1, shiftKey: true, pointerType: 'mouse' })
    expect(selectedTexts()).toHaveLength(6)
  })

  it.each([
    ['Copy as TSV', 'name\ttotal\tsince\n"Ann, ""A"""\t2\t2026-01-02\nBen\t\t2025-12-31\n\'=1+1\t10\t'],
    ['Copy as CSV', 'name,total,since\r\n"Ann, ""A""",2,2026-01-02\r\nBen,,2025-12-31\r\n\'=1+1,10,'],
    [
      'Copy as Markdown',
      '| name | total | since |\n| --- | ---: | --- |\n| Ann, "A" | 2 | 2026-01-02 |\n| Ben | NULL | 2025-12-31 |\n| =1+1 | 10 | NULL |',
    ],
  ])('offers to %s with the column names', async (name, text) => {
    const { panel, user } = await openResult(server, people)
    const copied = watchClipboard()
    await user.click(panel.getByRole('button', { name: 'Copy rows' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    expect(copied).toHaveBeenCalledWith(text)
    expect(await screen.findAllByText('Copied 3 rows.')).not.toHaveLength(0)
  })

  it('reports that the clipboard refused', async () => {
    const { panel, user } = await openResult(server, people)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    panel.getByRole('gridcell', { name: 'Ben' }).focus()
    await user.keyboard('{Control>}c{/Control}')
    expect(await screen.findAllByText('Could not copy the cells. Select fewer cells and try again.')).not.toHaveLength(
      0,
    )
  })

  it('cuts off a cell of a megabyte, and copies it whole', async () => {
    const huge = 'x'.repeat(1_000_000)
    const { panel, user } = await openResult(server, makeResult({ results: [[huge, 1]] }))
    const copied = watchClipboard()
    const [cell] = panel.getAllByRole('gridcell')
    expect(cell?.textContent.length).toBeLessThan(600)
    expect(cell?.title.length).toBeLessThan(3000)
    cell?.focus()
    await user.keyboard('{Control>}c{/Control}')
    expect(copied.mock.calls[0]?.[0]).toHaveLength(1_000_000)
  })

  it('OP-74 right-aligns columns by whole words of their names, split at _ and capitals', async () => {
    const names = ['orderCount', 'total_sum', 'Rate', 'country', 'accounting', 'discounted', 'summary']
    const columns = names.map((name) => ({ name, dataType: 'TEXT', kind: 'text' as const }))
    const { panel } = await openResult(server, makeResult({ columns, results: [names.map(() => 'word')] }))
    const right = panel.getAllByRole('columnheader').filter((header) => header.hasAttribute('data-numeric'))
    expect(right.map((header) => header.textContent)).toEqual(['orderCount', 'total_sum', 'Rate'])
  })

  it('CH-148 CH-149 CH-150 CH-151 right-aligns columns by the documented rule', async () => {
    const names = ['unit_price', 'customer_id', 'tot_x', 'looks', 'summary', 'note']
    const { panel } = await openResult(
      server,
      makeResult({
        columns: names.map((name) => ({ name, dataType: 'TEXT', kind: 'text' as const })),
        results: [['a', 'b', 'c', '1,200.50', 'd', 'e']],
      }),
    )
    const right = panel
      .getAllByRole('columnheader')
      .filter((header) => header.hasAttribute('data-numeric'))
      .map((header) => header.textContent)
    expect(right).toEqual(['unit_price', 'customer_id', 'tot_x', 'looks'])
    const row = within(panel.getByRole('grid')).getAllByRole('gridcell')
    expect(row.map((cell) => cell.hasAttribute('data-numeric'))).toEqual([true, true, true, true, false, false])
  })
})

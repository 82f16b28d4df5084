import type { ResultColumn } from '@parlance/contract'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeReceipt, makeResult } from '../../../testing/factories.ts'
import { makeNumbers, openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

const columnCount = 500
const wide = makeResult({
  columns: Array.from({ length: columnCount }, (_, index): ResultColumn => ({
    name: `c${index}`,
    dataType: 'TEXT',
    kind: 'text',
  })),
  results: Array.from({ length: 100 }, (_, row) =>
    Array.from({ length: columnCount }, (_c, index) => `${row}/${index}`),
  ),
  row_count: 100,
  full_row_count: 100,
  receipt: makeReceipt({ maskedOutputs: [{ index: 499, column: 'c499', rule: 'Hide the last' }] }),
})

const focusedPlace = () => document.activeElement?.getAttribute('data-cell')

describe('a result of 500 columns', () => {
  it('renders only the visible columns, and gives their positions among all columns', async () => {
    const { panel } = await openResult(server, wide)
    const grid = panel.getByRole('grid')
    expect(grid.getAttribute('aria-colcount')).toBe('501')
    expect(panel.getAllByRole('columnheader').length).toBeLessThan(40)
    const cells = [...(panel.getAllByRole('row')[1]?.querySelectorAll('[role=gridcell]') ?? [])]
    expect(cells.length).toBeGreaterThan(3)
    expect(cells.length).toBeLessThan(40)
    expect(cells.map((cell) => cell.getAttribute('aria-colindex'))).toEqual(cells.map((_, index) => String(index + 2)))
  })

  it('renders others when scrolled sideways, each in its place, and always the first', async () => {
    const { panel } = await openResult(server, wide)
    const grid = panel.getByRole('grid')
    grid.scrollLeft = 20_000
    fireEvent.scroll(grid)
    const header = await panel.findByRole('columnheader', { name: 'c277' })
    const [, ...headers] = panel.getAllByRole('columnheader')
    expect(headers[0]?.textContent).toBe('c0')
    expect(headers.length).toBeLessThan(40)
    const left = (element: Element | null): number =>
      element instanceof HTMLElement
        ? Number.parseFloat(element.style.marginLeft || '0') +
          (element.previousElementSibling === null ? 0 : right(element.previousElementSibling))
        : 0
    const right = (element: Element): number =>
      left(element) + (element instanceof HTMLElement ? Number.parseFloat(element.style.width || '52') : 0)
    expect(left(header)).toBe(52 + 72 * 100 + 74 * 177)
    const cell = panel.getByRole('gridcell', { name: '0/277' })
    expect(left(cell)).toBe(left(header))
    expect(cell.getAttribute('aria-colindex')).toBe('279')
  })

  it('lets keys move to the last column and back', async () => {
    const { panel, user } = await openResult(server, wide)
    panel.getByRole('gridcell', { name: '0/0' }).focus()
    await user.keyboard('{End}')
    await waitFor(() => expect(focusedPlace()).toBe('0:499'))
    expect(document.activeElement?.hasAttribute('data-masked')).toBe(true)
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(focusedPlace()).toBe('-1:499'))
    expect(document.activeElement?.textContent).toBe('c499masked')
    await user.keyboard('{Control>}{ArrowLeft}{/Control}')
    await waitFor(() => expect(focusedPlace()).toBe('-1:0'))
  })

  it('copies the selection, rendered or not', async () => {
    const { panel, user } = await openResult(server, wide)
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    panel.getByRole('gridcell', { name: '1/0' }).focus()
    await user.keyboard('{Shift>}{End}{ArrowDown}{/Shift}{Control>}c{/Control}')
    const lines = String(copied.mock.calls.at(-1)?.[0]).split('\n')
    expect(lines.map((line) => line.split('\t').length)).toEqual([columnCount, columnCount])
    expect(lines[1]?.endsWith('\t2/499')).toBe(true)
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}')
    const all = String(copied.mock.calls.at(-1)?.[0]).split('\n')
    expect(all).toHaveLength(100)
    expect(all[99]?.split('\t')).toHaveLength(columnCount)
  })
})

describe('a long result', () => {
  it('keeps the focused cell while scrolling away, so that keys continue from there', async () => {
    const { panel, user } = await openResult(server, makeNumbers(1000))
    const grid = panel.getByRole('grid')
    panel.getByRole('gridcell', { name: '0' }).focus()
    grid.scrollTop = 14_000
    fireEvent.scroll(grid)
    await panel.findByRole('gridcell', { name: '500' })
    expect(focusedPlace()).toBe('0:0')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focusedPlace()).toBe('1:0'))
    expect(grid.scrollTop).toBe(28)
  })

  it('copies a column name from its header', async () => {
    const { panel, user } = await openResult(server, makeNumbers(3))
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    panel.getByRole('gridcell', { name: '0' }).focus()
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(focusedPlace()).toBe('-1:0'))
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toHaveBeenLastCalledWith('total')
  })
})

it('shows the same number of decimals in a column, and the exact value on hover and in copies', async () => {
  const { panel, user } = await openResult(
    server,
    makeResult({
      results: [
        ['a', 98870.2],
        ['b', 144869.16],
        ['c', null],
      ],
    }),
  )
  const cell = panel.getByRole('gridcell', { name: '98,870.20' })
  expect(panel.getByRole('gridcell', { name: '144,869.16' })).toBeDefined()
  fireEvent.pointerOver(cell)
  expect(cell.title).toBe('98870.2')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  cell.focus()
  await user.keyboard('{Control>}c{/Control}')
  expect(copied).toHaveBeenLastCalledWith('98870.2')
})

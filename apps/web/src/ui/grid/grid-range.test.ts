import { expect, it } from 'vitest'
import { edgeStep, placeUnder, scrolledTo } from './grid-range.ts'

it('scrolls only until a cell is fully visible, clear of the fixed parts', () => {
  const view = { offset: 100, size: 300, covered: 50 }
  expect(scrolledTo({ start: 200, end: 220 }, view)).toBe(100)
  expect(scrolledTo({ start: 140, end: 160 }, view)).toBe(90)
  expect(scrolledTo({ start: 390, end: 420 }, view)).toBe(120)
  expect(scrolledTo({ start: 0, end: 28 }, view)).toBe(0)
  // It is wider than the view, so its start is shown.
  expect(scrolledTo({ start: 500, end: 1200 }, view)).toBe(450)
})

it('scrolls faster the further the pointer is dragged past an edge', () => {
  expect(edgeStep(150, 100, 400)).toBe(0)
  expect(edgeStep(395, 100, 400)).toBeGreaterThan(0)
  expect(edgeStep(450, 100, 400)).toBeGreaterThan(edgeStep(395, 100, 400))
  expect(edgeStep(90, 100, 400)).toBe(-edgeStep(410, 100, 400))
  expect(edgeStep(100_000, 100, 400)).toBe(edgeStep(10_000, 100, 400))
})

it('finds the cell under a point, or else the nearest one', () => {
  const shape = { rowHeight: 28, rowCount: 10, ends: [152, 252, 300] }
  expect(placeUnder({ x: 60, y: 0 }, shape)).toEqual({ row: 0, column: 0 })
  expect(placeUnder({ x: 152, y: 28 }, shape)).toEqual({ row: 1, column: 1 })
  expect(placeUnder({ x: 9999, y: 9999 }, shape)).toEqual({ row: 9, column: 2 })
  expect(placeUnder({ x: -5, y: -5 }, shape)).toEqual({ row: 0, column: 0 })
})

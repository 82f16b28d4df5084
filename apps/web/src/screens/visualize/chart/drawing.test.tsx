import type { Row } from '@parlance/contract'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tokenTheme } from '../../../lib/charts/token-theme.ts'
import { englishChartWords as words } from '../../../testing/chart-words.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { makeChartData } from './chart-data.ts'
import { autoSettings, shapeOf } from './chart-settings.ts'
import { Drawing } from './drawing.tsx'

useTestBrowser()

const reported: unknown[] = []
const report = (event: ErrorEvent) => {
  event.preventDefault()
  reported.push(event.error)
}
beforeEach(() => {
  // The charting library measures text on a canvas, and works without one.
  HTMLCanvasElement.prototype.getContext = () => null
  window.addEventListener('error', report)
})
afterEach(() => window.removeEventListener('error', report))

it('shows a message for a chart that cannot be drawn, and draws the next one', async () => {
  const columns = [
    { name: 'day', dataType: '', kind: 'date' as const },
    { name: 'total', dataType: '', kind: 'number' as const },
  ]
  const rows: Row[] = [
    ['2026-01-01', 1],
    ['2026-01-02', 2],
  ]
  const shape = shapeOf(columns, rows, words)
  const settings = autoSettings(columns, rows)
  const data = await makeChartData({ rows, shape, settings, words }, { now: () => 0, pause: () => Promise.resolve() })
  const parts = { data, settings, title: 'Sum', names: { x: 'day', y: 'total' }, words, theme: tokenTheme }
  const drawn: (string | null)[] = []
  const onDrawn = (read: (() => string) | null) => drawn.push(read === null ? null : read())
  const { rerender } = render(<Drawing parts={{ ...parts, locale: 'no language' }} onDrawn={onDrawn} />)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Could not draw this chart. Choose another type, or see its values in the table.',
  )
  expect(drawn).toEqual([null])
  expect(reported).toEqual([expect.any(RangeError)])
  rerender(<Drawing parts={{ ...parts, locale: 'en-US' }} onDrawn={onDrawn} />)
  await expect.poll(() => drawn.at(-1)).toContain('var(--data-1)')
  expect(screen.queryByRole('alert')).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeResult } from '../../../../testing/factories.ts'
import { openResult } from '../../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../../testing/render-app.tsx'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const count = 12
const ranking = makeResult({
  display_sql: 'SELECT name, COUNT(*) AS total FROM products GROUP BY name ORDER BY total DESC',
  results: Array.from({ length: count }, (_, at) => [`Product ${at + 1}`, count - at]),
  row_count: count,
  full_row_count: count,
})
const texts = (rows: HTMLElement[]) => rows.map(({ textContent }) => textContent)

it('ranks the first rows, sums up the others, and can be switched to a table and expanded', async () => {
  const { panel, user } = await openResult(server, ranking)
  const answer = within(screen.getByRole('article', { name: 'Answer' }))
  const figure = within(answer.getByRole('figure', { name: 'Total by product' }))
  expect(texts(figure.getAllByRole('row'))).toEqual([
    'Product 112',
    'Product 211',
    'Product 310',
    'Product 49',
    'Product 58',
    'Other products (7)28',
  ])
  await user.click(figure.getByRole('button', { name: 'Show as a table' }))
  const table = within(answer.getByRole('figure', { name: 'First 5 rows' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['name', 'total'])
  expect(table.getByRole('button', { name: '7 more rows' })).toBeDefined()
  // The pressed button has the focus and is the way back.
  expect(document.activeElement).toBe(table.getByRole('button', { name: 'Show as bars' }))
  await user.keyboard('{Enter}')
  expect(panel.getByRole('button', { name: 'Chart' }).getAttribute('aria-pressed')).toBe('false')
  await user.click(await answer.findByRole('button', { name: 'Expand' }))
  await waitFor(() => expect(panel.getByRole('button', { name: 'Chart' }).getAttribute('aria-pressed')).toBe('true'))
})

it('shows a value in large digits with its change since the period before', async () => {
  const months = makeResult({
    columns: [
      { name: 'month', dataType: '', kind: 'text' },
      {
        name: 'revenue',
        dataType: '',
        kind: 'number',
        format: { style: 'currency', decimals: 0, unit: 'USD' },
      },
    ],
    results: [
      ['2026-09', 70_912],
      ['2026-10', 76_924],
    ],
  })
  await openResult(server, months)
  const figure = screen.getByRole('figure', { name: 'Revenue' })
  expect(figure.textContent).toContain('$76,924up$6,012vs. $70,912 in September 2026')
})

it('writes a value with the decimals of its column', async () => {
  const months = makeResult({
    columns: [
      { name: 'month', dataType: '', kind: 'text' },
      { name: 'revenue', dataType: '', kind: 'number' },
    ],
    results: [
      ['2026-10', 76_628.43],
      ['2026-11', 84_463.9],
    ],
  })
  await openResult(server, months)
  const figure = screen.getByRole('figure', { name: 'Revenue' })
  expect(figure.textContent).toContain('84,463.90up7,835.47vs. 76,628.43 in October 2026')
})

import { figure as linked, formatWithFigures } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { startTranslations } from '../../../lib/i18n.ts'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeResult, makeSession, makeTurn } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterAll(() => startTranslations())

const first = makeResult({
  step: 'r1',
  sql_query: 'SELECT name, total FROM products',
  results: [
    ['Chair', 10],
    ['Desk', 20],
  ],
})
const second = makeResult({ step: 'r2', sql_query: 'SELECT name, total FROM others', results: [['Lamp', 30]] })
const figure = (start: number, end: number, step: string, row: number) => ({
  start,
  end,
  sources: [{ step, column: 1, rows: [row] }],
})

async function openAnswer(final: object) {
  const events = makeTurn('t1', 'q', [
    { call: ['process_nl_to_sql', { query: 'products' }] },
    { answer: ['process_nl_to_sql', first] },
    { call: ['execute_sql_query', { sql: second.sql_query }] },
    { answer: ['execute_sql_query', second] },
    { type: 'final', final: true, ...final },
  ])
  server.use(...chatBackend({ sessions: [makeSession({ events })] }).handlers)
  const { user } = renderApp('/chat')
  const panel = await screen.findByRole('region', { name: 'Query Results' })
  await within(panel).findByRole('gridcell', { name: 'Lamp' })
  return { user, panel: within(panel), answer: within(screen.getByRole('article', { name: 'Answer' })) }
}

const ofModel = {
  text: 'Desks: **20**, lamps: 30.',
  figures: [figure(9, 11, 'r1', 1), figure(22, 24, 'r2', 0)],
}

const markedIn = ({ getAllByRole }: { getAllByRole: (role: string) => HTMLElement[] }) =>
  getAllByRole('gridcell')
    .filter((cell) => cell.hasAttribute('data-marked'))
    .map((cell) => cell.textContent)

test('a figure in the text opens the result that it comes from and marks its cell', async () => {
  const { user, panel, answer } = await openAnswer(ofModel)
  expect(markedIn(panel)).toEqual([])
  // The code that formats the text loads with the first answer.
  await user.click(await answer.findByRole('button', { name: '20' }))
  expect(panel.getAllByRole('gridcell').map((cell) => cell.textContent)).toEqual(['Chair', '10', 'Desk', '20'])
  expect(markedIn(panel)).toEqual(['20'])
  await user.click(answer.getByRole('button', { name: '30' }))
  expect(markedIn(panel)).toEqual(['30'])
})

test('each step of an answer opens its own rows', async () => {
  const { user, panel, answer } = await openAnswer(ofModel)
  await user.click(answer.getByRole('button', { name: 'Steps' }))
  const [one] = answer.getAllByRole('button', { name: 'Show rows' })
  await user.click(one ?? document.body)
  expect(panel.getByRole('gridcell', { name: 'Chair' })).toBeDefined()
  expect(panel.queryByRole('gridcell', { name: 'Lamp' })).toBeNull()
})

test('figures of an answer in another language are linked where they are in its sentence', async () => {
  const pattern = 'Revenue in {name} is {value}, of {total}.'
  await startTranslations({ language: 'de', texts: { [pattern]: '{total} insgesamt, davon {value} in {name}.' } })
  const values = {
    name: linked('Desk', [{ step: 'r1', column: 0, rows: [1] }]),
    value: linked('20', [{ step: 'r1', column: 1, rows: [1] }]),
    total: linked('30', [{ step: 'r1', column: 1, rows: null }]),
  }
  const { text, figures } = formatWithFigures({ text: pattern, values })
  const { user, panel, answer } = await openAnswer({ text, pattern, values, figures })
  for (const [name, marked] of [
    ['20', ['20']],
    ['Desk', ['Desk']],
    ['30', ['10', '20']],
  ] as const) {
    await user.click(await answer.findByRole('button', { name }))
    expect(markedIn(panel)).toEqual(marked)
  }
})

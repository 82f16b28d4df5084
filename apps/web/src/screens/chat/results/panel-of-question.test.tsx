import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeSession, makeTurn } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

async function open(...turns: ReturnType<typeof makeTurn>[]) {
  server.use(...chatBackend({ sessions: [makeSession({ events: turns.flat() })] }).handlers)
  const { user } = renderApp('/chat')
  const panel = within(await screen.findByRole('region', { name: 'Query Results' }))
  return { user, panel, answers: await screen.findAllByRole('article', { name: 'Answer' }) }
}
const sales = makeAnsweredTurn('t1', 'Sales by product')
const failure = { type: 'error', error: 'The database did not answer in time.', final: true } as const

it('a failed question shows its reason instead of the rows of the question before', async () => {
  const { user, panel, answers } = await open(sales, makeTurn('t2', 'Sales by hour', [failure]))
  expect(await panel.findByText('Sales by hour')).toBeDefined()
  expect(panel.getByText('No query was run')).toBeDefined()
  expect(panel.getByText('The database did not answer in time.')).toBeDefined()
  expect(panel.queryByRole('grid')).toBeNull()
  await user.click(within(answers[0] ?? document.body).getByRole('button', { name: 'Show rows' }))
  expect(panel.getByText('Sales by product')).toBeDefined()
  expect(panel.getByRole('grid')).toBeDefined()
})

it('a question whose query failed has no rows to show', async () => {
  const call = { call: ['execute_sql_query', { sql_query: 'SELECT 1' }] } as const
  const { panel } = await open(makeTurn('t1', 'Sales by hour', [{ ...call, call: [...call.call] }, failure]))
  expect(await panel.findByText('No rows to show')).toBeDefined()
})

it('clicking an answer shows its rows, but clicking one of its controls does only what the control does', async () => {
  const { user, panel, answers } = await open(sales, makeAnsweredTurn('t2', 'Sales by hour'))
  expect(await panel.findByText('Sales by hour')).toBeDefined()
  await user.click(within(answers[0] ?? document.body).getByRole('button', { name: 'Copy answer' }))
  expect(panel.getByText('Sales by hour')).toBeDefined()
  await user.click(answers[0] ?? document.body)
  expect(panel.getByText('Sales by product')).toBeDefined()
  expect(answers.map((answer) => answer.dataset.shown)).toEqual(['true', 'false'])
})

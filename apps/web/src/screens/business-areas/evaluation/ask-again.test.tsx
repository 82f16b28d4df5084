import { message } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { evaluationBackend, makeQuestion, makeResult, makeRun, makeSet } from '../../../testing/evaluation-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import './evaluation-screen.tsx'

const server = useTestServer()
useTestBrowser()

const page = '/business-areas/a1/evaluation'
const wrong = { outcome: 'wrong' as const, reason: message('The rows are right, but in a different order.') }

/** A run of two questions, of which one is wrong, and its outcome when asked again. */
function open(address = page) {
  const results = {
    r1: [
      makeResult({ question_id: 'q1', question: 'Late orders', ...wrong, actual_sql: 'SELECT 1' }),
      makeResult({ question_id: 'q2', question: 'Top products' }),
    ],
    'r-new': [makeResult({ question_id: 'q1', question: 'Late orders', actual_sql: 'SELECT 2' })],
  }
  const questions = ['q1', 'q2', 'q3'].map((id) => makeQuestion({ id, question: id }))
  const backend = evaluationBackend({ sets: [makeSet()], questions, runs: [makeRun({ total: 2, done: 2 })], results })
  const area = makeFullArea({ area_id: 'a1', area_name: 'Sales' })
  server.use(...backend.handlers, ...areasBackend({ areas: [area] }).handlers, ...signedInHandlers())
  return { ...backend, ...renderApp(address) }
}

it('asks a question again like its run, and shows the new outcome beside the old one', async () => {
  const { user, sent, end } = open(`${page}?view=all&question=q1`)
  const detail = within(await screen.findByRole('region', { name: 'Question' }))
  await user.click(await detail.findByRole('button', { name: 'Ask again' }))
  expect(await detail.findByText('Asking the question again...')).toBeDefined()
  expect(sent.find(({ call }) => call === 'start')?.body).toEqual({ question_ids: ['q1'], like_run_id: 'r1' })
  end({ done: 1, right: 1, wrong: 0 })
  expect(await detail.findByText('Fixed in run 2.', {}, { timeout: 5000 })).toBeDefined()
  expect(await detail.findByRole('region', { name: 'Run 1' })).toBeDefined()
  expect(detail.getByRole('region', { name: 'Run 2' })).toBeDefined()
  const panels = within(screen.getByRole('region', { name: 'Compared runs' }))
  expect(panels.getByLabelText<HTMLSelectElement>('Later run').value).toBe('r1')
  await waitFor(() => expect(panels.getByRole('option', { name: 'Run 2 (1 question)' })).toBeDefined(), {
    timeout: 5000,
  })
})

it('says why a question that was asked again has no new outcome', async () => {
  const { user, end } = open(`${page}?view=all&question=q1`)
  const detail = within(await screen.findByRole('region', { name: 'Question' }))
  await user.click(await detail.findByRole('button', { name: 'Ask again' }))
  await detail.findByText('Asking the question again...')
  end({ status: 'stopped', done: 0, reason: message('The API key was refused.') })
  expect(await detail.findByText('The API key was refused.', {}, { timeout: 5000 })).toBeDefined()
  expect(detail.getByRole('button', { name: 'Ask again' })).toBeDefined()
})

it('says why a question could not be asked again', async () => {
  const { user } = open(`${page}?view=all&question=q1`)
  server.use(
    http.post(at('/api/v1/business-areas/a1/evaluation/sets/s1/runs'), () => failure(409, 'In progress.', 'conflict')),
  )
  const detail = within(await screen.findByRole('region', { name: 'Question' }))
  await user.click(await detail.findByRole('button', { name: 'Ask again' }))
  expect((await detail.findByRole('alert')).textContent).toBe('In progress.')
})

it('asks selected questions again, and says that only the questions of both runs are compared', async () => {
  const { user, sent, end, address } = open(`${page}?view=questions`)
  await user.click(await screen.findByRole('checkbox', { name: 'Select q1' }))
  await user.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ question_ids: ['q1'] }))
  await waitFor(() => expect(address()).toContain('after=r-new'))
  end({ done: 1, right: 1, wrong: 0 })
  const panels = within(await screen.findByRole('region', { name: 'Compared runs' }))
  expect(await panels.findByText(/^1 of 3 questions/, {}, { timeout: 5000 })).toBeDefined()
  expect(panels.queryByText(/than in the earlier run/)).toBeNull()
  expect(await screen.findByText('Only questions that both runs asked are compared.')).toBeDefined()
})

import type { CheckEvent, ModelReport } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { settingsBackend } from '../../testing/settings-backend.ts'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const url = '/api/v1/env-config/models/check'
const checks: ModelReport['checks'] = [
  { id: 'address', state: 'passed', ms: 12, found: { message: 'It answers.' }, advice: null },
  {
    id: 'context-length',
    state: 'failed',
    ms: 900,
    found: { message: 'The context has only 4,096 tokens.' },
    advice: { message: 'Start Ollama with OLLAMA_CONTEXT_LENGTH=16384.' },
  },
]
const report: ModelReport = {
  provider: 'google',
  model: 'g-1',
  checked_at: '2026-11-26T12:00:00.000Z',
  passed: 1,
  total: 2,
  checks,
  sample: { question: 'How many?', sql: 'SELECT 1', answer: 'There are 7.' },
}

function stream(events: CheckEvent[]) {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function openTab(stored: ModelReport | null) {
  const plan = { calls: 11, tokens: 26_700 }
  server.use(
    http.get(at(url), () => HttpResponse.json({ plan, orchestration: stored, sql_model: stored })),
    ...settingsBackend().handlers,
    ...signedInHandlers(),
  )
  const app = renderApp('/settings?tab=llm')
  await screen.findByLabelText('Temperature')
  return app
}

it('says what a check costs, runs it, and opens what failed with what to do', async () => {
  const { user } = await openTab(null)
  expect(await screen.findByText('At most 11 calls and about 26,700 tokens.')).toBeDefined()
  const sent: unknown[] = []
  server.use(
    http.post(at(url), async ({ request }) => {
      sent.push(await request.json())
      return stream([
        { type: 'started', id: 'address' },
        ...checks.map((check): CheckEvent => ({ type: 'checked', check })),
        { type: 'report', report },
      ])
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Check all features' }))
  expect(await screen.findByText(/1 of 2 work\.$/)).toBeDefined()
  const rows = within(screen.getByRole('list', { name: 'Checks of the model' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('group').hasAttribute('open'))).toEqual([false, true])
  expect(screen.getByText('Start Ollama with OLLAMA_CONTEXT_LENGTH=16384.')).toBeDefined()
  expect(screen.getByText('There are 7.')).toBeDefined()
  expect(sent).toEqual([{ provider: 'google', model: 'g-1', api_key: null, role: 'sql_model' }])
})

it('shows the last check of the stored model', async () => {
  await openTab(report)
  expect(await screen.findByText(/^Checked on Nov 26, 2026/)).toBeDefined()
  expect(screen.getByText('Show the checks')).toBeDefined()
})

it('says why a check could not continue', async () => {
  const { user } = await openTab(null)
  server.use(http.post(at(url), () => stream([{ type: 'error', message: 'Choose a model.' }])))
  await user.click(await screen.findByRole('button', { name: 'Check all features' }))
  expect(await screen.findByText('Choose a model.')).toBeDefined()
})

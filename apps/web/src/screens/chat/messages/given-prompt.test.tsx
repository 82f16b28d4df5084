import { screen, within } from '@testing-library/react'
import type { TurnPrompt } from '@parlance/contract'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { makeResult, makeTurn } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const tables = Array.from({ length: 12 }, (_, at) => `table_${at}`)
const given: TurnPrompt = {
  whole: [
    { kind: 'product_instructions', characters: 1431, tokens: 377 },
    { kind: 'schema', characters: 12_400, tokens: 3200, count: 12, total: 463, tables },
    { kind: 'files', characters: 0, tokens: 1000, count: 1 },
  ],
  short: [],
  calls: [
    {
      model: 'local',
      form: 'schema',
      prompt: 'whole',
      prompt_tokens: 4577,
      cached_tokens: 4096,
      completion_tokens: 41,
      is_estimated: true,
      milliseconds: 1400,
      results: [
        { tool: 'execute_sql_query', characters: 1, tokens: 1 },
        { tool: null, characters: 90, tokens: 30 },
      ],
    },
  ],
}

/** Opens an answer whose prompt is stored, and counts how often it is read. */
async function openAnswer(response: () => Response, hasPrompt = true) {
  let reads = 0
  server.use(
    http.get('/api/v1/turns/:id/prompt', () => {
      reads++
      return response()
    }),
  )
  const events = makeTurn('t1', 'q', [
    { call: ['execute_sql_query', {}] },
    { answer: ['execute_sql_query', makeResult()] },
    { type: 'final', final: true, text: 'Done', ...(hasPrompt && { has_prompt: true }) },
  ])
  const { user } = await openChat(server, { sessions: [earlierSession('s1', 'Older', events)] })
  const answer = within(await screen.findByRole('article', { name: 'Answer' }))
  await user.click(answer.getByRole('button', { name: 'Steps' }))
  return { user, answer, reads: () => reads }
}

it('lists parts, tables, calls, and results when it is opened, and reads them only then', async () => {
  const { user, answer, reads } = await openAnswer(() => HttpResponse.json(given))
  const line = await answer.findByText('What the model was given')
  expect(line.closest('details')?.open).toBe(false)
  expect(reads()).toBe(0)
  await user.click(line)
  const schema = (await answer.findByText('12 of 463')).closest('li')
  expect(schema?.textContent).toContain('12,400 characters · about 3,200 tokens')
  expect(answer.getByText('Files').closest('li')?.textContent).toBe('Files 1about 1,000 tokens')
  expect(answer.getByText('Total').closest('li')?.textContent).toContain('13,831 characters · about 4,577 tokens')
  expect(answer.getByText(/^1\. local/).textContent).toBe(
    '1. local · whole prompt · asked for JSON because it cannot call tools',
  )
  expect(answer.getByText('4,577 prompt tokens, 4,096 of them cached · 41 completion tokens · estimated')).toBeDefined()
  expect(answer.getByText('Result of execute_sql_query').closest('li')?.textContent).toContain(
    '1 character · about 1 token',
  )
  expect(answer.getByText('Unknown tool')).toBeDefined()
})

it('folds a list of more than ten tables', async () => {
  const { user, answer } = await openAnswer(() => HttpResponse.json(given))
  await user.click(await answer.findByText('What the model was given'))
  expect(await answer.findByText('table_9')).toBeDefined()
  expect(answer.queryByText('table_10')).toBeNull()
  await user.click(answer.getByRole('button', { name: 'and 2 more' }))
  expect(answer.getByText('table_11')).toBeDefined()
})

it('is not offered to users whom the server does not let see it', async () => {
  const { answer, reads } = await openAnswer(() => HttpResponse.json(given), false)
  expect(answer.getByText('Done')).toBeDefined()
  expect(answer.queryByText('What the model was given')).toBeNull()
  expect(reads()).toBe(0)
})

it('shows the reason if the right to see it was lost meanwhile', async () => {
  const detail = "You don't have permission to do this. Ask your administrator for access."
  const { user, answer } = await openAnswer(() => HttpResponse.json({ code: 'forbidden', detail }, { status: 403 }))
  await user.click(await answer.findByText('What the model was given'))
  expect(await answer.findByText(detail)).toBeDefined()
})

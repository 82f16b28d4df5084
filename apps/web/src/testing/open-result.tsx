import { screen, within } from '@testing-library/react'
import type { RequestHandler } from 'msw'
import { chatBackend } from './chat-backend.ts'
import { makeAnsweredTurn, makeResult, makeSession } from './factories.ts'
import { renderApp } from './render-app.tsx'

/** Opens the chat with one answer; its turn is `t1`, its conversation `s1`. */
export async function openResult(
  server: { use: (...handlers: RequestHandler[]) => void },
  result = makeResult(),
  backend: Parameters<typeof chatBackend>[0] = {},
) {
  const session = makeSession({ events: makeAnsweredTurn('t1', 'q', result) })
  server.use(...chatBackend({ sessions: [session], ...backend }).handlers)
  const app = renderApp('/chat')
  const panel = await screen.findByRole('region', { name: 'Query Results' })
  await within(panel).findByRole('button', { name: 'Copy' })
  return { ...app, panel: within(panel) }
}

/** A result with one column that counts from 0. */
export const makeNumbers = (count: number) =>
  makeResult({
    columns: [{ name: 'total', dataType: 'INTEGER', kind: 'integer' }],
    results: Array.from({ length: count }, (_, index) => [index]),
    row_count: count,
    full_row_count: count,
  })

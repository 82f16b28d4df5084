import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { chatBackend } from './chat-backend.ts'
import { makeAnsweredTurn, makeSession } from './factories.ts'
import { renderApp } from './render-app.tsx'
import type { TestServer } from './test-server.ts'

/** Opens the chat over an in-memory backend, ready for questions. */
export async function openChat(
  server: Pick<TestServer, 'use'>,
  options: NonNullable<Parameters<typeof chatBackend>[0]> = {},
  address = '/chat',
) {
  const backend = chatBackend(options)
  server.use(...backend.handlers)
  const app = renderApp(address)
  const composer = await screen.findByLabelText<HTMLTextAreaElement>('Your question')
  await waitFor(() => expect(app.address()).toContain('session='))
  return { ...app, backend, composer }
}

/** An earlier conversation, by default with one answered question. */
export function earlierSession(id: string, name: string, events = makeAnsweredTurn(`${id}-turn`, `${name}?`)) {
  return makeSession({ id, session_id: id, session_name: name, events })
}

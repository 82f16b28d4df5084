import { screen, waitFor, within } from '@testing-library/react'
import type { RunRequest } from '@parlance/contract'
import { http, type HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeSession } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, openStream, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const csv = new File(['a,b\n1,2\n'], 'sales.csv', { type: 'text/csv' })
const conversations = () => within(screen.getByRole('navigation', { name: 'Conversation History' }))
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your question')
const shownFiles = () => screen.queryByRole('list', { name: 'Attached files' })?.textContent ?? ''

it('each conversation keeps its own unfinished question and files', async () => {
  const sessions = [earlierSession('s1', 'Sales'), earlierSession('s2', 'Stock')]
  const { user, address } = await openChat(server, { sessions }, '/chat?session=s1')
  const open = async (name: string, id: string) => {
    await user.click(await conversations().findByRole('button', { name }))
    await waitFor(() => expect(address()).toContain(`session=${id}`))
  }
  await user.type(field(), 'And by month')
  await user.upload(screen.getByLabelText('Files to attach'), csv)
  await waitFor(() => expect(shownFiles()).toContain('sales.csv'))
  await open('Stock', 's2')
  await waitFor(() => expect(field().value).toBe(''))
  expect(shownFiles()).toBe('')
  await user.type(field(), 'Below ten')
  await open('Sales', 's1')
  await waitFor(() => expect(field().value).toBe('And by month'))
  expect(shownFiles()).toContain('sales.csv')
  await open('Stock', 's2')
  await waitFor(() => expect(field().value).toBe('Below ten'))
})

it('a new conversation takes over what was written in an unused one that it replaces', async () => {
  const unused = makeSession({ id: 's1', session_id: 's1', session_name: 'Unused', events: [] })
  const { user, backend } = await openChat(server, { sessions: [unused] }, '/chat?session=s1')
  await user.type(field(), 'Revenue by country')
  await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: /^New Conversation/ }))
  await waitFor(() => expect(backend.created.length).toBeGreaterThan(0))
  await waitFor(() => expect(field().value).toBe('Revenue by country'))
})

it('an unused conversation is gone once another one is opened, unless something is written in it', async () => {
  const unused = (id: string) => makeSession({ id, session_id: id, session_name: `Unused ${id}`, events: [] })
  const sessions = [unused('s1'), unused('s2'), earlierSession('s3', 'Sales')]
  const { user, backend } = await openChat(server, { sessions }, '/chat?session=s1')
  await user.click(await conversations().findByRole('button', { name: 'Unused s2' }))
  await waitFor(() => expect([...backend.sessions.keys()]).toEqual(['s2', 's3']))
  await user.type(field(), 'Revenue by country')
  await user.click(conversations().getByRole('button', { name: 'Sales' }))
  await waitFor(() => expect(field().value).toBe(''))
  expect(conversations().getByRole('button', { name: 'Unused s2' })).toBeDefined()
  expect([...backend.sessions.keys()]).toEqual(['s2', 's3'])
})

it('a question is in the input again after a reload, unless the server has it', async () => {
  const first = await openChat(server, { sessions: [earlierSession('s1', 'Sales')] }, '/chat?session=s1')
  const turns: string[] = []
  server.use(
    http.post(at('/api/v1/custom_run_sse'), async ({ request }) => {
      turns.push(((await request.json()) as RunRequest).turnId ?? '')
      return new Promise<HttpResponse<string>>(() => undefined)
    }),
  )
  await first.user.type(field(), 'And by month?{Enter}')
  await waitFor(() => expect(turns).toHaveLength(1))
  expect(field().value).toBe('')
  first.unmount()
  const second = await openChat(server, { sessions: [earlierSession('s1', 'Sales')] }, '/chat?session=s1')
  expect(field().value).toBe('And by month?')
  second.unmount()
  const answered = earlierSession('s1', 'Sales', makeAnsweredTurn(turns[0] ?? '', 'And by month?'))
  await openChat(server, { sessions: [answered] }, '/chat?session=s1')
  await waitFor(() => expect(field().value).toBe(''))
})

it('a question that reached the server before a reload is not in the input again', async () => {
  const first = await openChat(server, { sessions: [earlierSession('s1', 'Sales')] }, '/chat?session=s1')
  await first.user.type(field(), 'And by month?')
  first.unmount()
  const events = makeAnsweredTurn('t2', 'And by month?').slice(0, 2)
  server.use(http.get(at('/api/v1/turns/t2/events'), () => openStream().response()))
  const session = { ...earlierSession('s1', 'Sales', events), running_turn_id: 't2' }
  await openChat(server, { sessions: [session] }, '/chat?session=s1')
  await waitFor(() => expect(field().value).toBe(''))
  expect(sessionStorage).toHaveLength(0)
})

it('files that are chosen while the conversation opens are sent with its first question', async () => {
  const backend = chatBackend({ sessions: [earlierSession('s1', 'Sales')] })
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  server.use(...backend.handlers)
  server.use(
    http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), async () => {
      await isOpen
    }),
  )
  const runs: RunRequest[] = []
  server.use(
    http.post(at('/run'), async ({ request }) => {
      runs.push((await request.json()) as RunRequest)
      return failure(400, 'refused')
    }),
  )
  const { user } = renderApp('/chat')
  await user.upload(await screen.findByLabelText('Files to attach'), csv)
  await waitFor(() => expect(shownFiles()).toContain('sales.csv'))
  await user.type(field(), 'How many rows?{Enter}')
  open()
  await waitFor(() => expect(runs).toHaveLength(1))
  expect(JSON.stringify(runs[0]?.newMessage.parts)).toContain('sales.csv')
})

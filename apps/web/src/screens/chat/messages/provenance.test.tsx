import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeReceipt, makeResult, makeSession } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

async function openAnswer(result = makeResult()) {
  const session = makeSession({ events: makeAnsweredTurn('t1', 'q', result) })
  server.use(...chatBackend({ sessions: [session] }).handlers)
  const { user } = renderApp('/chat')
  await screen.findByText(/steps? ·/)
  return user
}

const executed = 'SELECT\n  email\nFROM\n  (\n    SELECT\n      sha(?) AS email\n  ) AS users'

describe('the details under an answer', () => {
  it('shows the executed SQL next to the user’s own, to open and copy', async () => {
    const user = await openAnswer(makeResult({ executed_sql: executed }))
    const details = screen.getByText('Executed SQL').closest('details')
    if (!details) throw new Error('it cannot be opened')
    expect(details.open).toBe(false)
    await user.click(screen.getByText('Executed SQL'))
    expect(details.open).toBe(true)
    expect(details.querySelector('pre')?.textContent).toBe(executed)
    expect(details.textContent).toContain('Placeholders represent bound values')
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    // 'Copied!' is shown for two seconds, which can pass too soon on a busy machine, so stop the timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(within(details).getByRole('button', { name: 'Copy' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(written).toHaveBeenCalledWith(executed)
    expect(within(details).getByText('Copied!')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(within(details).getByText('Copy')).toBeDefined()
  })

  it.each([null, undefined])('hides the SQL from users who may not see it: %s', async (executed_sql) => {
    await openAnswer(makeResult({ executed_sql }))
    expect(screen.getByText(/^SQL · /)).toBeDefined()
    expect(screen.queryByText('Executed SQL')).toBeNull()
  })

  it('describes in words what was done: tables, rules, masks, limit, parameters', async () => {
    const sentences = [
      'Read the view customers: name, email.',
      'The rule “Own city” limits the rows of customers.',
      'The rule “No addresses” hashes customers.email.',
      'At most 1,000 rows are returned.',
      'Values were bound to :current_tenant_id.',
    ]
    const table = { schema: null, table: 'customers' }
    const receipt = makeReceipt({
      tables: [table],
      rowRules: [{ rule: 'Own city', table }],
      masks: [{ rule: 'No addresses', table, column: 'email', maskType: 'hash' }],
      sentences,
    })
    const user = await openAnswer(makeResult({ receipt }))
    const conversation = within(screen.getByRole('region', { name: 'Conversation' }))
    await user.click(conversation.getByText(/1 table · 1 row rule · 1 masked column/))
    for (const sentence of sentences) expect(conversation.getByText(sentence)).toBeDefined()
  })
})

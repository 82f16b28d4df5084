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
  await screen.findByRole('button', { name: 'Steps' })
  return user
}

const executed =
  'SELECT\n  email\nFROM\n  (\n    SELECT\n      email\n    FROM\n      users\n    WHERE\n      city = ?\n  ) AS users'

const conversation = () => within(screen.getByRole('region', { name: 'Conversation' }))

describe('the line under an answer', () => {
  it('shows the SQL that ran, and names the rules at the lines that they added', async () => {
    const table = { schema: null, table: 'users' }
    const receipt = makeReceipt({ rowRules: [{ rule: 'Own city', table }] })
    const written = 'SELECT\n  email\nFROM\n  users'
    const user = await openAnswer(makeResult({ display_sql: written, executed_sql: executed, receipt }))
    await user.click(conversation().getByRole('button', { name: 'SQL' }))
    const sql = conversation().getByRole('region', { name: 'SQL Query' })
    expect(within(sql).getByText('Own city').closest('li')?.textContent).toContain('city = ?')
    expect(sql.querySelectorAll('[data-added]')).toHaveLength(8)
    expect(conversation().getByText(/placeholders stand for values/)).toBeDefined()
    const writing = vi.spyOn(navigator.clipboard, 'writeText')
    // 'Copied!' is shown for two seconds, which can pass too soon on a busy machine, so stop the timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(conversation().getByRole('button', { name: 'Copy' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(writing).toHaveBeenCalledWith(executed)
    expect(conversation().getByText('Copied!')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(conversation().getByText('Copy')).toBeDefined()
  })

  it('shows users who may not see what ran only their own SQL', async () => {
    const user = await openAnswer(makeResult({ executed_sql: null }))
    await user.click(conversation().getByRole('button', { name: 'SQL' }))
    const sql = conversation().getByRole('region', { name: 'SQL Query' })
    expect(sql.textContent).toContain('FROM products')
    expect(sql.querySelector('[data-added]')).toBeNull()
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
    await user.click(conversation().getByRole('button', { name: '1 row rule, 1 masked column' }))
    for (const sentence of sentences) expect(conversation().getByText(sentence)).toBeDefined()
  })
})

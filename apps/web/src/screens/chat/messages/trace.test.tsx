import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeResult, makeTurn } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

async function openTrace(events: ReturnType<typeof makeTurn>) {
  const { user } = await openChat(server, { sessions: [earlierSession('s1', 'Older', events)] })
  const answer = within(await screen.findByRole('article', { name: 'Answer' }))
  await user.click(answer.getByRole('button', { name: /^Steps/ }))
  return answer
}

describe('the trace', () => {
  it('CH-060 CH-061 CH-062 cuts the query text at 100 characters, the understanding at 80, an error at 100', async () => {
    const trace = await openTrace(
      makeTurn('t1', 'q', [
        { call: ['generate_sql_query', { question: 'w'.repeat(101) }] },
        { answer: ['generate_sql_query', { success: true, understood: { reading: 'u'.repeat(81), assumptions: [] } }] },
        { call: ['execute_sql_query', {}] },
        { answer: ['execute_sql_query', { success: false, error: 'e'.repeat(101) }] },
        { type: 'final', final: true, text: 'Done' },
      ]),
    )
    // A step failed, and is named so before the steps are opened.
    expect(trace.getByRole('button', { name: /^Steps\s*\(a step failed\)$/, expanded: true })).toBeDefined()
    expect(trace.getByText(`${'w'.repeat(100)}…`)).toBeDefined()
    expect(trace.getByText(`· ${'u'.repeat(80)}…`)).toBeDefined()
    expect(trace.getByText(`· ${'e'.repeat(100)}…`)).toBeDefined()
  })

  it('counts no steps if an answer was refused before the first one, and does not look done', async () => {
    const trace = await openTrace(
      makeTurn('t1', 'q', [
        { type: 'progress', message: 'Reading the schema' },
        { type: 'error', detail: 'The budget is used up.', code: 'budget_used_up' },
      ]),
    )
    expect(trace.getByText(/^Progress/)).toBeDefined()
    expect(trace.queryByText(/0 steps/)).toBeNull()
    expect(trace.getByText('Reading the schema').closest('ol')?.querySelector('.text-success')).toBeNull()
  })

  it('CH-054 CH-056 shows the total time and the conversation’s tokens, even if no model was called', async () => {
    const trace = await openTrace(
      makeTurn('t1', 'q', [
        { call: ['process_nl_to_sql_with_context', {}] },
        { answer: ['process_nl_to_sql_with_context', makeResult()], timestamp: '2026-01-01T12:00:02.400Z' },
        { type: 'final', final: true, text: 'Done', timestamp: '2026-01-01T12:00:02.500Z' },
      ]),
    )
    expect(trace.getByText('Total time').textContent).toMatch(/^Total time 2\.\d s$/)
    expect(trace.getByText('Session tokens').textContent).toBe('Session tokens 0')
  })

  it('lists everything once, in its order, with progress at the call that follows', async () => {
    const trace = await openTrace(
      makeTurn('t1', 'q', [
        { type: 'progress', message: 'Reading 6 tables' },
        { call: ['execute_sql_query', {}] },
        { answer: ['execute_sql_query', makeResult()] },
        { text: 'Now the total.', partial: true },
        { type: 'progress', message: 'Counting' },
        { call: ['compute_results', {}] },
        { answer: ['compute_results', makeResult()] },
        { type: 'progress', message: 'Writing the answer' },
        { type: 'final', final: true, text: 'Done' },
      ]),
    )
    const steps = trace.getByText('Ran the query').closest('ol')?.children ?? []
    expect([...steps].map((step) => /Reading 6|Now the|Counting|Writing/.exec(step.textContent)?.[0])).toEqual([
      'Reading 6',
      'Now the',
      'Counting',
      'Writing',
    ])
  })

  it('CH-054 CH-055 CH-063 CH-064 shows thoughts, progress, friendly names, states, times and substeps', async () => {
    const trace = await openTrace(
      makeTurn('t1', 'q', [
        { type: 'progress', message: 'Reading 6 tables' },
        { text: 'I will look first.', partial: true },
        { call: ['process_nl_to_sql_with_context', {}] },
        { answer: ['process_nl_to_sql_with_context', makeResult()], timestamp: '2026-01-01T12:00:02.400Z' },
        { type: 'final', final: true, text: 'Done', timestamp: '2026-01-01T12:00:02.500Z' },
      ]),
    )
    expect(trace.getByText('Reading 6 tables')).toBeDefined()
    expect(trace.getByText('I will look first.')).toBeDefined()
    const step = trace.getByText('Interpreted the question').closest('li')
    expect(step?.textContent).toContain('completed')
    expect(step?.textContent).toContain('2.0 s')
    expect([...(step?.querySelectorAll('ul li') ?? [])].map((substep) => substep.textContent)).toEqual([
      'Generate SQL600 ms',
      'Validate SQL200 ms',
      'Run query1.2 s',
    ])
  })
})

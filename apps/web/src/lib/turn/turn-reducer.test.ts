import { describe, expect, it } from 'vitest'
import { message, type ToolResponse, type TurnEvent } from '@parlance/contract'
import { makeAnsweredTurn, makeResult, makeTurn, readFromWire } from '../../testing/factories.ts'
import { emptyConversation, type ChatMessage, type Conversation } from './chat-message.ts'
import { conversationOf as conversationOfRead, reduceConversation } from './turn-reducer.ts'
import { executionTime, sessionTokens } from './trace-totals.ts'

function conversationOf(events: TurnEvent[]): Conversation {
  return conversationOfRead(readFromWire(events))
}

/** Applies the events to the conversation one by one. */
function after(events: TurnEvent[], conversation: Conversation): Conversation {
  return readFromWire(events).reduce(
    (state, event) => reduceConversation(state, { type: 'event', event }),
    conversation,
  )
}

function answerOf(events: TurnEvent[]): ChatMessage {
  const answer = conversationOf(events).messages.find((message) => message.kind === 'answer')
  if (answer === undefined) throw new Error('no answer')
  return answer
}

describe('turning a turn into a question and an answer', () => {
  it('CH-041 CH-042 goes from loading to the final answer with SQL and rows', () => {
    const events = makeAnsweredTurn('t1', 'Which products?')
    const running = conversationOf(events.slice(0, 3)).messages
    expect(running.map((message) => [message.kind, message.status])).toEqual([
      ['question', 'answered'],
      ['answer', 'running'],
    ])
    expect(running[1]?.progressSteps).toEqual(['Reading 6 tables'])
    const answer = answerOf(events)
    expect(answer).toMatchObject({
      status: 'answered',
      content: 'Chair leads with **85,149.47**.',
      showProgress: false,
    })
    expect(answer.followUps).toEqual(['And by month?'])
    expect(answer.sqlResult).toMatchObject({ notExecuted: false, displayedRows: 2, totalRows: 2, databaseMs: 12 })
  })

  it('gives the same result for a live and a reloaded conversation', () => {
    const events = makeAnsweredTurn('t1', 'Which products?')
    const live = after(
      events,
      reduceConversation(emptyConversation, {
        type: 'asked',
        turnId: 't1',
        text: 'Which products?',
        timestamp: '2020-01-01T00:00:00Z',
      }),
    )
    expect(live).toEqual(conversationOf(events))
  })

  it('applies every event once, even if a resumed stream repeats it', () => {
    const events = makeTurn('t1', 'q', [
      { text: 'Hel', partial: true },
      { text: 'lo', partial: true },
    ])
    expect(answerOf([...events, ...events.slice(1)]).content).toBe('Hello')
  })

  it('replaces streamed text with the final text', () => {
    const events = makeTurn('t1', 'q', [
      { text: 'Hal', partial: true },
      { type: 'final', final: true, text: 'Hello' },
    ])
    expect(answerOf(events).content).toBe('Hello')
  })

  it('CH-054 moves text before a tool call to the trace', () => {
    const events = makeTurn('t1', 'q', [
      { text: 'I will look.', partial: true },
      { call: ['list_tables', {}] },
      { text: 'Found it.', partial: true },
    ])
    expect(answerOf(events)).toMatchObject({ intermediateMessages: ['I will look.'], content: 'Found it.' })
  })

  it('CH-193 CH-194 includes the documented fields', () => {
    const answer = answerOf(makeAnsweredTurn('t1', 'q'))
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining([
        'id',
        'role',
        'content',
        'timestamp',
        'attachments',
        'sqlResult',
        'progressSteps',
        'showProgress',
        'intermediateMessages',
        'tokenUsage',
        'toolCalls',
        'actionButtons',
      ]),
    )
    expect(answer.tokenUsage).toMatchObject({ promptTokens: 100, completionTokens: 20, totalTokens: 120, model: 'm' })
  })
})

describe('tool calls', () => {
  it('CH-057 CH-059 moves a call from calling to completed, with a duration', () => {
    const events = makeAnsweredTurn('t1', 'q')
    expect(answerOf(events.slice(0, 3)).toolCalls[0]).toMatchObject({ status: 'calling', duration: null })
    expect(answerOf(events).toolCalls[0]).toMatchObject({
      name: 'execute_sql_query',
      status: 'completed',
      duration: 100,
      resultSummary: message('{n, plural, one {# row} other {# rows}}', { n: 2 }),
    })
  })

  it('CH-058 CH-062 marks a call with success false as failed, with a summary of 100 characters', () => {
    const events = makeTurn('t1', 'q', [
      { call: ['validate_sql_query', { sql: 'SELECT 1' }] },
      { answer: ['validate_sql_query', { success: false, error: 'x'.repeat(150) }] },
    ])
    const [call] = answerOf(events).toolCalls
    expect(call?.status).toBe('failed')
    expect(call?.resultSummary).toBe(`${'x'.repeat(100)}…`)
  })

  it('CH-064 shows one call that does three things as 30, 10 and 60 percent of its time', () => {
    const events = makeTurn('t1', 'q', [
      { call: ['process_nl_to_sql_with_context', {}] },
      { answer: ['process_nl_to_sql_with_context', makeResult()] },
    ])
    expect(answerOf(events).toolCalls[0]?.substeps.map((step) => step.duration)).toEqual([30, 10, 60])
    const apart = makeTurn('t1', 'q', [{ answer: ['process_nl_to_sql', { success: true, sql_query: 'SELECT 1' }] }])
    expect(answerOf(apart).toolCalls[0]?.substeps).toEqual([])
  })

  it('CH-065 previews five tables and counts the rest', () => {
    const tables = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const events = makeTurn('t1', 'q', [{ answer: ['list_tables', { success: true, tables }] }])
    expect(answerOf(events).toolCalls[0]?.resultSummary).toEqual(
      message('{tables} ({n, number} more)', { tables: 'a, b, c, d, e', n: 2 }),
    )
  })

  it('CH-055 never shows a question as SQL', () => {
    const question = 'Which five products earned the most?'
    const [call] = answerOf(
      makeTurn('t1', question, [
        { call: ['process_nl_to_sql', { query: question }] },
        { answer: ['process_nl_to_sql', { success: false, query: question, error: 'These words match nothing.' }] },
      ]),
    ).toolCalls
    expect(call).toMatchObject({ status: 'failed', sql: null })
  })

  it('marks a call that never got its response', () => {
    const events = makeTurn('t1', 'q', [{ call: ['list_tables', {}] }, { type: 'cancelled', final: true }])
    expect(answerOf(events).toolCalls[0]?.status).toBe('unknown')
  })

  it('CH-056 adds up time and tokens', () => {
    const { messages } = conversationOf([...makeAnsweredTurn('t1', 'q'), ...makeAnsweredTurn('t2', 'q')])
    expect(sessionTokens(messages)).toBe(240)
    expect(messages[1] && executionTime(messages[1])).toBe(400)
  })
})

describe('long texts in the trace', () => {
  it('CH-061 cuts the natural-language understanding at 80 characters', () => {
    const understood = { reading: 'r'.repeat(81), assumptions: [] }
    const events = makeTurn('t1', 'q', [{ answer: ['process_nl_to_sql', { success: true, understood }] }])
    expect(answerOf(events).toolCalls[0]?.resultSummary).toBe(`${'r'.repeat(80)}…`)
  })
})

describe('a long conversation', () => {
  it('is built turn by turn, with the numbers to continue from', () => {
    const turns = Array.from({ length: 5000 }, (_, index) => makeAnsweredTurn(`t${index}`, `q${index}`))
    const { messages, lastSeq } = conversationOf(turns.flat())
    expect(messages).toHaveLength(10_000)
    expect(messages.at(-2)?.content).toBe('q4999')
    expect(lastSeq.t4999).toBe(5)
  })
})

describe('files and warnings', () => {
  it('CH-193 gives a question its files, first as chosen and then as stored', () => {
    const asked = reduceConversation(emptyConversation, {
      type: 'asked',
      turnId: 't1',
      text: 'q',
      timestamp: '2026-01-01T12:00:00Z',
      attachments: [{ name: 'a.csv', type: 'text/csv' }],
    })
    expect(asked.messages[0]).toMatchObject({ attachments: [{ name: 'a.csv' }], isStored: false })
    const [event] = makeTurn('t1', 'q', [])
    if (event === undefined) throw new Error('no event')
    const stored = { ...event, attachments: [{ name: 'a (2).csv', type: 'text/csv' }] }
    expect(after([stored], asked).messages[0]).toMatchObject({
      attachments: [{ name: 'a (2).csv', type: 'text/csv' }],
      isStored: true,
    })
  })

  it('shows only the warnings of the visible result', () => {
    const warnings = [{ kind: 'limit_reached' as const, message: 'Only ten.' }]
    const events = makeTurn('t1', 'q', [
      { answer: ['execute_sql_query', makeResult({ warnings })] },
      { answer: ['execute_sql_query', makeResult()] },
    ])
    expect(answerOf(events.slice(0, 2)).warnings).toEqual(warnings)
    expect(answerOf(events).warnings).toEqual([])
  })
})

describe('results', () => {
  it('CH-152 keeps the rows of an executed query when later SQL is not executed', () => {
    const events = makeTurn('t1', 'q', [
      { answer: ['execute_sql_query', makeResult()] },
      { answer: ['generate_sql_query', { success: true, sql_query: 'SELECT 2' }] },
    ])
    expect(answerOf(events).sqlResult?.rows).toHaveLength(2)
  })

  it('CH-142 recognizes SQL that was not executed, and CH-052 its missing parameters', () => {
    const response = {
      success: true,
      sql_query: 'SELECT :year',
      executed: false,
      has_parameters: true,
      unresolved_parameters: ['year'],
    }
    const answer = answerOf(makeTurn('t1', 'q', [{ answer: ['generate_sql_query', response] }]))
    expect(answer.sqlResult).toMatchObject({ notExecuted: true, has_parameters: true, rows: [] })
    expect(answer.missingParameters).toEqual(['year'])
  })

  it('CH-140 is no longer cut off after all rows were loaded', () => {
    const hours = { style: 'number', decimals: null, unit: 'hours' } as const
    const { columns = [], ...cut } = makeResult({ truncated: true, full_row_count: 5 })
    const result = { ...cut, columns: columns.map((column) => ({ ...column, format: hours })) }
    const conversation = conversationOf(makeAnsweredTurn('t1', 'q', result))
    const rows = [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]
    const loaded = reduceConversation(conversation, {
      type: 'rows-loaded',
      messageId: 't1:answer',
      step: null,
      columns,
      rows,
      truncated: false,
    })
    expect(loaded.messages[1]?.sqlResult).toMatchObject({
      columns: result.columns,
      truncated: false,
      displayedRows: 3,
      totalRows: 3,
    })
  })
})

describe('ending without an answer', () => {
  const endOf = (fields: Parameters<typeof makeTurn>[2][number]) => answerOf(makeTurn('t1', 'q', [fields]))

  it('CH-051 says that the user canceled', () => {
    expect(endOf({ type: 'cancelled', final: true })).toMatchObject({
      status: 'cancelled',
      content: 'Operation cancelled by user',
    })
  })

  it('CH-211 prefers detail, then message, then error', () => {
    expect(endOf({ type: 'error', detail: 'd', message: 'm', error: 'e' }).content).toBe('d')
    expect(endOf({ type: 'error', message: 'm', error: 'e' }).content).toBe('m')
    expect(endOf({ type: 'error', error: 'e' }).content).toBe('e')
  })

  it('CH-213 has a text for an error without one', () => {
    expect(endOf({ type: 'error' }).content).toBe('An error occurred while processing your request.')
  })

  it('CH-209 CH-210 recognizes a quota by its code and by its text', () => {
    const quota =
      'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.'
    expect(endOf({ type: 'error', code: 'quota_exceeded' }).content).toBe(quota)
    expect(endOf({ type: 'error', error: 'Quota exceeded for model' }).content).toBe(quota)
    expect(endOf({ type: 'error', error: 'RESOURCE_EXHAUSTED' }).content).toBe(quota)
  })

  it('prefers the server’s outcome over a connection failure', () => {
    const events = makeAnsweredTurn('t1', 'q')
    const broken = reduceConversation(conversationOf(events.slice(0, 2)), {
      type: 'failed',
      turnId: 't1',
      text: 'Unable to connect to the server.',
      code: null,
      mayAskAgain: true,
      waitsForNetwork: false,
      timestamp: '2026-01-01T12:00:01Z',
    })
    expect(broken.messages[1]?.status).toBe('failed')
    const repaired = after(events, broken)
    expect(repaired.messages[1]).toMatchObject({ status: 'answered', content: 'Chair leads with **85,149.47**.' })
  })
})

describe('a turn that ended only on this page', () => {
  const events = makeAnsweredTurn('t1', 'q')
  const timestamp = '2026-01-01T12:00:01Z'
  const lost = {
    type: 'failed',
    turnId: 't1',
    text: 'Lost',
    code: null,
    mayAskAgain: true,
    waitsForNetwork: false,
    timestamp,
  } as const

  it('moves to the end when it is asked again, without its previous content', () => {
    const later = makeAnsweredTurn('t2', 'later')
    const before = reduceConversation(conversationOf([...events.slice(0, 3), ...later]), lost)
    const again = reduceConversation(before, { type: 'asked', turnId: 't1', text: 'q', timestamp })
    expect(again.messages.map(({ id }) => id)).toEqual(['t2:question', 't2:answer', 't1:question', 't1:answer'])
    expect(again.messages[3]).toMatchObject({ status: 'running', toolCalls: [], actionButtons: [], content: '' })
    const answered = after(events, again)
    expect(answered.messages[3]).toEqual(conversationOf(events).messages[1])
  })

  it('continues with the next event, without the text of the failure', () => {
    const broken = reduceConversation(conversationOf(events.slice(0, 2)), lost)
    const [, , partial] = makeTurn('t1', 'q', [{ message: 'x' }, { text: 'There', partial: true }])
    if (partial === undefined) throw new Error('no event')
    const running = after([partial], broken)
    expect(running.messages[1]).toMatchObject({ status: 'running', content: 'There', isLocalEnd: false, endTime: null })
  })

  it('says that files are being sent until the server has the question', () => {
    const attachments = [{ name: 'a.csv', type: 'text/csv' }]
    const asked = { type: 'asked', turnId: 't1', text: 'q', timestamp, attachments } as const
    const sending = reduceConversation(emptyConversation, asked)
    expect(sending.messages[1]?.progressSteps).toEqual([message('Sending the files...')])
    expect(reduceConversation(sending, lost).messages[1]?.progressSteps).toEqual([])
    const [first] = events
    if (first === undefined) throw new Error('no event')
    expect(after([first], sending).messages[1]?.progressSteps).toEqual([])
  })
})

describe('notes from the product', () => {
  it('adds a note once', () => {
    const note = {
      type: 'noted' as const,
      id: 'continuing',
      text: 'Continuing',
      timestamp: '2026-01-01T12:00:00Z',
      after: null,
    }
    const twice = reduceConversation(reduceConversation(emptyConversation, note), note)
    expect(twice.messages).toHaveLength(1)
  })

  it('adds a note above what was asked after its place', () => {
    const timestamp = '2026-01-01T12:00:00Z'
    const asked = reduceConversation(emptyConversation, { type: 'asked', turnId: 't1', text: 'q', timestamp })
    const [question] = asked.messages
    const note = { type: 'noted' as const, id: 'continuing', text: 'Continuing', timestamp, after: question?.id ?? '' }
    expect(reduceConversation(asked, note).messages.map(({ kind }) => kind)).toEqual(['question', 'note', 'answer'])
  })
})

describe('results that a model explores, computes, and draws', () => {
  const answered = (name: string, response: ToolResponse): { answer: [string, ToolResponse] } => ({
    answer: [name, response],
  })
  const sample = answered('sample_rows', makeResult({ step: 'r1', sample: true }))
  const query = (step: string) => answered('execute_sql_query', makeResult({ step }))
  const computed = answered('compute_results', makeResult({ step: 'r3', computed_from: ['r2'] }))
  const look = { stack: 'none' as const, lines: [], references: [] }
  const chart = { type: 'bar' as const, x: 0, y: [1], series: null, sort: 'rows' as const, title: 'Sales', ...look }
  const drawn = (step: string) => answered('draw_chart', { success: true, step, chart })
  const shownOf = (...parts: Parameters<typeof makeTurn>[2]) =>
    answerOf(makeTurn('t1', 'q', [...parts, { type: 'final', final: true, text: 'Done' }])).sqlResult

  it('shows a sample only if nothing else was read', () => {
    expect(shownOf(sample)).toMatchObject({ step: 'r1', isSample: true })
    expect(shownOf(sample, query('r2'))).toMatchObject({ step: 'r2', isSample: false })
    expect(shownOf(query('r2'), sample)).toMatchObject({ step: 'r2' })
  })

  it('shows a computed result with the results that it was computed from', () => {
    expect(shownOf(query('r2'), computed)).toMatchObject({ step: 'r3', computedFrom: ['r2'] })
  })

  it('shows the result with the chart, whatever is read later', () => {
    expect(shownOf(query('r1'), query('r2'), drawn('r1'), query('r3'))).toMatchObject({ step: 'r1', chart })
    expect(shownOf(query('r1'), drawn('r9'))).toMatchObject({ step: 'r1', chart: null })
  })

  it('shows at the end the result that the answer names, with the warnings of all that its figures are from', () => {
    const warned = (step: string, text: string) => {
      const understood = { reading: `Reading of ${step}`, assumptions: [] }
      const warnings = [{ kind: 'limit_reached' as const, message: text }]
      return answered('execute_sql_query', makeResult({ step, understood, warnings }))
    }
    const parts = [warned('r1', 'One.'), warned('r2', 'Two.'), warned('r3', 'Three.')]
    const figure = (step: string) => ({ start: 0, end: 1, sources: [{ step, column: 0, rows: [0] }] })
    const end = { type: 'final' as const, final: true, text: 'Done', step: 'r2', figures: [figure('r1'), figure('r2')] }
    const message = answerOf(makeTurn('t1', 'q', [...parts, end]))
    expect(message.sqlResult).toMatchObject({ step: 'r2' })
    expect(message.understood).toMatchObject({ reading: 'Reading of r2' })
    expect(message.warnings.map((one) => one.message)).toEqual(['Two.', 'One.'])
  })
})

import { expect, test } from 'vitest'
import { answerOf } from './answer.ts'
import type { TurnEvent } from './api.generated.ts'

function responseOf(step: string, row: number): Partial<TurnEvent> {
  const response = {
    success: true,
    step,
    display_sql: `SELECT ${row}`,
    results: [[row]],
    understood: { reading: `Reading of ${step}`, assumptions: [] },
  }
  return {
    content: { role: 'model', parts: [{ functionResponse: { id: step, name: 'execute_sql_query', response } }] },
  }
}

function answerWith(end: Partial<TurnEvent>) {
  const text: Partial<TurnEvent> = { content: { role: 'model', parts: [{ text: 'Done.' }] } }
  const events = [responseOf('r1', 1), responseOf('r2', 2), { type: 'final', final: true, ...text, ...end }]
  return answerOf('t1', events as TurnEvent[])
}

test('of several results, the one that the answer shows counts', () => {
  expect(answerWith({ step: 'r1' })).toMatchObject({
    text: 'Done.',
    sql: 'SELECT 1',
    rows: [[1]],
    understood: { reading: 'Reading of r1' },
  })
})

test('of an answer that does not name a result, the last one counts', () => {
  expect(answerWith({})).toMatchObject({ sql: 'SELECT 2', rows: [[2]], understood: { reading: 'Reading of r2' } })
})

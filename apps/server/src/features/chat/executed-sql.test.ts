import type { EventPart, TurnEvent } from '@parlance/contract'
import { expect, test } from 'vitest'
import { forReader } from './executed-sql.ts'

function event(...parts: EventPart[]): TurnEvent {
  const content = { role: 'model' as const, parts }
  return { id: 'e1', turn_id: 't1', seq: 2, author: 'assistant', timestamp: '2026-11-21T10:00:00Z', content }
}

const answered = event(
  { text: 'Here it is.' },
  {
    functionResponse: {
      id: 'c1',
      name: 'execute_sql_query',
      response: { success: true, display_sql: 'SELECT id', executed_sql: 'SELECT id FROM t WHERE tenant = ?' },
    },
  },
)

test('returns the stored event to users who may see the rewritten SQL', () => {
  expect(forReader(answered, true)).toBe(answered)
})

test('returns the event with the rewritten SQL as null to all others', () => {
  const shown = forReader(answered, false)
  expect(JSON.stringify(shown)).not.toContain('tenant')
  expect(shown).toEqual(
    event(
      { text: 'Here it is.' },
      {
        functionResponse: {
          id: 'c1',
          name: 'execute_sql_query',
          response: { success: true, display_sql: 'SELECT id', executed_sql: null },
        },
      },
    ),
  )
})

test('returns an event without rewritten SQL unchanged', () => {
  const plain = event({ text: 'Here it is.' })
  expect(forReader(plain, false)).toBe(plain)
})

test('only users who may see the rewritten SQL learn that the prompt is stored', () => {
  const last = { ...event({ text: 'Here it is.' }), has_prompt: true }
  expect(forReader(last, true)).toBe(last)
  expect(forReader(last, false)).toEqual(event({ text: 'Here it is.' }))
})

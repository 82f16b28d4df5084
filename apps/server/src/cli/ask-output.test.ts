import { expect, test } from 'vitest'
import { renderAnswer } from './ask-output.ts'

test('a question counts as understood as it was asked if the model does not say how', () => {
  const answer = {
    question: 'How many films are there?',
    text: 'There are 1,000 films.',
    sql: 'SELECT COUNT(*) AS films FROM film',
    columns: [],
    rows: [[1_000]],
    truncated: false,
    isUnderstood: true,
    understood: null,
    definitions: [],
    followUps: [],
    readings: [],
    provider: 'model',
    ms: 5,
  }
  const { understood } = JSON.parse(renderAnswer(answer, { json: true, sqlOnly: false }))
  expect(understood).toEqual({ reading: 'How many films are there?', assumptions: [] })
})

import { expect, test } from 'vitest'
import { sqlResultOf } from '../../../lib/turn/tool-calls.ts'
import { makeResult } from '../../../testing/factories.ts'
import { resultIdOf } from './use-edited-sql.ts'

const resultOf = (step: string | undefined) => sqlResultOf(makeResult({ step }))
const [written, first, second] = [resultOf(undefined), resultOf('r1'), resultOf('r2')]

test('a result keeps its edits when its rows arrive, and each step has its own', () => {
  if (!written || !first || !second) throw new Error('A result was expected')
  expect(resultIdOf({ id: 'a', sqlResult: written, results: [] })).toBe('a')
  expect(resultIdOf({ id: 'a', sqlResult: first, results: [first] })).toBe('a')
  expect(resultIdOf({ id: 'a', sqlResult: second, results: [first, second] })).toBe('a')
  expect(resultIdOf({ id: 'a', sqlResult: first, results: [first, second] })).toBe('a r1')
})

import { message } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'
import { expect, test } from 'vitest'
import { testPrincipal } from '../testing/file-turn.ts'
import { toQueryError } from './errors.ts'

const request = {
  principal: testPrincipal,
  connectionId: 'c1',
  areaId: null,
  sql: 'SELECT 1',
  purpose: 'chat',
} as const

test.each([
  ['interrupted', 'unavailable', 'The process that reads the database ended unexpectedly. Try again.'],
  ['busy', 'unavailable', 'The server is busy. Try again in a moment.'],
  [
    'memory',
    'result_too_large',
    'The query needs more memory than one query can use. Ask for fewer rows or smaller values.',
  ],
] as const)('does not blame the database for a failure of our own process: %s', (kind, code, detail) => {
  const error = new DriverError(kind, message('for administrators'))
  expect(toQueryError(error, { request, showEngineWords: false, shortenedTo: null })).toMatchObject({
    code,
    detail,
    kind,
  })
})

import { message, verbatim } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'
import { expect, test } from 'vitest'
import { testPrincipal } from '../testing/file-turn.ts'
import { lastingReason, toQueryError } from './errors.ts'

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

test('shows administrators the database’s words in a message that can be translated, and other users none', () => {
  const error = new DriverError('permission', verbatim('permission denied for table salaries'))
  const explanation = 'The account of this connection does not have permission to read one of these tables.'
  const admin = { ...request, principal: { ...testPrincipal, role: 'ADMIN' as const } }
  expect(toQueryError(error, { request: admin, showEngineWords: true, shortenedTo: null })).toMatchObject({
    message: explanation,
    detail: `${explanation} The database says: permission denied for table salaries`,
    pattern: {
      text: '{explanation} The database says: {words}',
      values: { explanation: { text: explanation }, words: error.text },
    },
  })
  const user = { ...request, principal: { ...testPrincipal, role: 'GENERAL' as const } }
  const refused = toQueryError(error, { request: user, showEngineWords: true, shortenedTo: null })
  expect(refused).toMatchObject({ detail: explanation, pattern: undefined })
})

test.each([
  [1_000, /^The query was stopped after 1 second\. /],
  [2_500, /^The query was stopped after 2\.5 seconds\. /],
])('says after how many seconds a query without tables was stopped: %i ms', (shortenedTo, detail) => {
  const error = new DriverError('timeout', message('too late'))
  expect(toQueryError(error, { request, showEngineWords: false, shortenedTo }).detail).toMatch(detail)
})

test.each([
  ['missing-object', 'A table or column in this query does not exist in the database.'],
  ['permission', 'The account of this connection does not have permission to read one of these tables.'],
  ['unknown', null],
  ['limit', null],
  ['timeout', null],
] as const)(
  'R21 R22 gives a lasting reason without the database’s words, and none that may come from rows: %s',
  (kind, text) => {
    const admin = { ...request, principal: { ...testPrincipal, role: 'ADMIN' as const } }
    const error = toQueryError(new DriverError(kind, verbatim('no such table: salaries')), {
      request: admin,
      showEngineWords: true,
      shortenedTo: null,
    })
    expect(lastingReason(error)).toEqual(text === null ? null : { text })
  },
)

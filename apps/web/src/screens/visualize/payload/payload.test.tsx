import { visualizationPayloadLimit, visualizationSqlLimit } from '@parlance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetAccessToken, storeAccessToken } from '../../../lib/access-token.ts'
import { createSafeStorage } from '../../../lib/safe-storage.ts'
import { keepPayload } from '../../../lib/visualization/stored-payloads.ts'
import { makeArea, makeDatabase } from '../../../testing/factories.ts'
import { findArea, findDatabase } from './find-place.ts'
import { keep, readKept } from './kept-payload.ts'
import { readImportMessage, readPayload, readPayloadText } from './read-payload.ts'
import { takePayload } from './take-payload.ts'

const payload = {
  sql: 'SELECT 1',
  databaseName: 'Sample Shop',
  businessAreaName: 'Sales',
  timestamp: '2026-01-05T12:00:00.000Z',
}
const now = Date.parse(payload.timestamp) + 1000

describe('a payload', () => {
  it('CH-162 has sql, databaseName, businessAreaName, timestamp, and drops the rest', () => {
    expect(readPayload({ ...payload, rows: [[1]], columns: ['a'] })).toEqual({ payload })
    expect(readPayloadText(JSON.stringify({ ...payload, businessAreaName: null, timestamp: 1 }))).toEqual({
      payload: { ...payload, businessAreaName: null, timestamp: 1 },
    })
  })

  it.each([
    ['cut off', JSON.stringify(payload).slice(0, -5), 'not-json'],
    ['no JSON', 'select * from t', 'not-json'],
    ['empty', '', 'not-json'],
    ['null', 'null', 'wrong-shape'],
    ['a list', '[]', 'wrong-shape'],
    ['without SQL', JSON.stringify({ ...payload, sql: undefined }), 'wrong-shape'],
    ['SQL of spaces', JSON.stringify({ ...payload, sql: ' \n ' }), 'wrong-shape'],
    ['SQL that is not text', JSON.stringify({ ...payload, sql: { a: 1 } }), 'wrong-shape'],
    ['SQL that is too long', JSON.stringify({ ...payload, sql: 'x'.repeat(visualizationSqlLimit + 1) }), 'wrong-shape'],
    ['no database', JSON.stringify({ ...payload, databaseName: null }), 'wrong-shape'],
    ['no time', JSON.stringify({ ...payload, timestamp: null }), 'wrong-shape'],
    ['too large', ' '.repeat(visualizationPayloadLimit + 1), 'too-large'],
  ])('refuses a bad payload: %s', (_, text, problem) => {
    expect(readPayloadText(text)).toEqual({ problem })
  })

  it.each([
    ['with a payload', { type: 'import', payload }, { payload }],
    ['with data', { type: 'import', data: payload }, { payload }],
    ['with JSON', { type: 'import', payload: JSON.stringify(payload) }, { payload }],
    ['with the fields in it', { type: 'import', ...payload }, { payload }],
    ['without any', { type: 'import' }, { problem: 'wrong-shape' }],
    ['of another kind', { type: 'export', payload }, null],
    ['that is text', JSON.stringify({ type: 'import', payload }), null],
    ['that is null', null, null],
  ])('CH-160 handles an import message %s', (_, message, expected) => {
    expect(readImportMessage(message)).toEqual(expected)
  })
})

describe('the payload of a tab', () => {
  const memory = () =>
    createSafeStorage(() => {
      throw new Error('blocked')
    })
  const address = (value: unknown) => `?JSONDATA=${encodeURIComponent(JSON.stringify(value))}`
  beforeEach(() => localStorage.clear())

  it('waits for the viewer if there is only an address', () => {
    const tab = memory()
    expect(takePayload(address(payload), now, { local: memory(), tab })).toBe(true)
    expect(readKept(tab)).toMatchObject({ received: { payload }, agreed: false })
  })

  it('CH-161 trusts the address with the note of this browser’s chat, and works with only the note', () => {
    const [local, tab, other] = [memory(), memory(), memory()]
    keepPayload(local, payload, new Date(now))
    takePayload(address(payload), now, { local, tab })
    expect(readKept(tab)).toMatchObject({ agreed: true })
    expect(takePayload('', now, { local, tab: other })).toBe(false)
    expect(readKept(other)).toMatchObject({ received: { payload }, agreed: true })
  })

  it.each([
    ['another query', { ...payload, sql: 'SELECT 2' }],
    ['another database', { ...payload, databaseName: 'Payroll' }],
    ['another area', { ...payload, businessAreaName: '' }],
  ])('does not trust the address with a note of %s', (_, asked) => {
    const [local, tab] = [memory(), memory()]
    keepPayload(local, payload, new Date(now))
    takePayload(address(asked), now, { local, tab })
    expect(readKept(tab)).toMatchObject({ agreed: false })
  })

  it('CH-161 ignores a note that is older than 30 s or unreadable', () => {
    const [local, tab] = [memory(), memory()]
    local.set('visualization_1', JSON.stringify(payload))
    local.set('visualization_2', '{')
    takePayload('', Date.parse(payload.timestamp) + 30_001, { local, tab })
    expect(readKept(tab)).toBeNull()
  })

  it('keeps its payload if nothing newer arrives', () => {
    const [local, tab] = [memory(), memory()]
    keep({ payload: { ...payload, timestamp: now + 5 } }, { agreed: true }, tab)
    keepPayload(local, payload, new Date(now))
    takePayload('', now, { local, tab })
    expect(readKept(tab)).toMatchObject({ received: { payload: { timestamp: now + 5 } } })
  })

  it('replaces the payload with a bad address and runs nothing', () => {
    const tab = memory()
    keep({ payload }, { agreed: true }, tab)
    takePayload('?JSONDATA=%7B', now, { local: memory(), tab })
    expect(readKept(tab)).toMatchObject({ received: { problem: 'not-json' }, agreed: false })
  })

  it('drops the payload on an intentional sign-out, but not when the session expires', () => {
    keep({ payload }, { agreed: true })
    forgetAccessToken('expired')
    expect(readKept()).not.toBeNull()
    forgetAccessToken('chosen')
    expect(readKept()).toBeNull()
  })

  it('keeps the payload across a sign-in, but not for another user', () => {
    const tab = memory()
    keep({ payload }, { agreed: true }, tab)
    storeAccessToken(tokenOf('u1'))
    expect(readKept(tab)).not.toBeNull()
    keep({ payload }, { agreed: true }, tab)
    storeAccessToken(tokenOf('u2'))
    expect(readKept(tab)).toBeNull()
  })
})

function tokenOf(subject: string): string {
  return `x.${btoa(JSON.stringify({ sub: subject, exp: 9_999_999_999 }))}.x`
}

describe('the place of a payload', () => {
  it.each([
    ['Sample Shop', ['Sample Shop', 'Other'], 'one'],
    [' sample shop', ['Sample Shop'], 'one'],
    ['Sample Shop', ['Sample Shop', 'sample shop'], 'one'],
    ['Sample Shop', ['Sample Shop', 'Sample Shop'], 'several'],
    ['Payroll', ['Sample Shop'], 'none'],
    ['Payroll', [], 'none'],
  ])('finds %s among %j: %s', (databaseName, names, kind) => {
    const databases = names.map((name, index) => makeDatabase({ id: `db${index}`, name }))
    expect(findDatabase(databases, { ...payload, databaseName }).kind).toBe(kind)
  })

  it.each([
    ['Sales', 'one'],
    ['Finance', 'none'],
    ['', 'one'],
    [null, 'one'],
    ['All Tables', 'one'],
  ])('finds area %s: %s', (businessAreaName, kind) => {
    expect(findArea([makeArea()], { ...payload, businessAreaName })?.kind).toBe(kind)
  })

  it.each(['', null, 'All Tables'])(
    'returns several areas for the name %s, or none if there are none',
    (businessAreaName) => {
      expect(findArea([makeArea(), makeArea()], { ...payload, businessAreaName })?.kind).toBe('several')
      expect(findArea([], { ...payload, businessAreaName })).toBeNull()
    },
  )
})

import { describe, expect, test } from 'vitest'
import type { Parse } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { shopRequest } from './testing/request.ts'

const nested = (depth: number, before: string, inner: string, after: string) =>
  before.repeat(depth) + inner + after.repeat(depth)

const neverAsked: Parse = () => Promise.reject(new Error('The parser was asked.'))

describe('R25 nested calls, which the parser of T-SQL reads twice at each level', () => {
  test.each([
    ['with plain names', nested(16, 'coalesce(1, ', 'id', ')')],
    ['with quoted names', nested(24, '[coalesce](1, ', 'id', ')')],
    ['with names in a schema', nested(24, '[dbo] . "net"(1, ', 'id', ')')],
    ['that hold subqueries', nested(13, 'abs((SELECT abs(', 'id', ')))')],
  ])('refuses too many nested calls before any parser sees them: %s', async (_, value) => {
    const result = await gate(shopRequest(`SELECT ${value} AS x FROM users`, 'tsql'), neverAsked)
    expect(result).toMatchObject({ allowed: false, reasons: [{ code: 'too_large' }] })
  })

  test.each([
    ['a chain of 12 replacements', `SELECT ${nested(12, 'REPLACE(', 'name', ", 'a', 'b')")} AS x FROM users`],
    ['conditions in parentheses', `SELECT id FROM users WHERE ${nested(20, 'id > 0 AND (', 'id = 1', ')')}`],
    ['a long list of short calls', `SELECT ${Array(400).fill('abs(abs(id)) + 1').join(', ')} FROM users`],
  ])('does not refuse %s', async (_, sql) => {
    expect(await gate(shopRequest(sql, 'tsql'), parseSql)).toMatchObject({ allowed: true })
  })
})

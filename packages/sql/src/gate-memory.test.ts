import { describe, expect, test } from 'vitest'
import type { GateRequest, Policies } from './contract.ts'
import { gateFromMemory } from './gate-memory.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { anyUser, shopRequest } from './testing/request.ts'

const rules = (condition: string, mask: string): Policies => ({
  rowRules: { rules: [{ name: 'rows', tables: { orders: { condition } } }] },
  columnRules: {
    rules: [{ name: 'columns', tables: { users: { ssn: { mask_type: 'replace', replacement: mask } } } }],
  },
  hashSalt: 'salt',
})

const sql = 'SELECT o.id, u.ssn FROM orders o JOIN users u ON u.id = o.user_id'
const { catalogue } = shopRequest(sql, 'postgresql')
const base: GateRequest = { ...shopRequest(sql, 'postgresql'), catalogue }
const byRegion = rules('status = :user.region', 'none')
const byDay = rules('created_at = :current_date', 'none')

/** Requests that differ in one thing which their results depend on, or may not depend on. */
const requests: Record<string, GateRequest> = {
  'no rules': base,
  'another user without rules': { ...base, principal: { ...anyUser, userId: '8' } },
  'a rule on an attribute': { ...base, policies: byRegion },
  'another value of the attribute': {
    ...base,
    policies: byRegion,
    principal: { ...anyUser, attributes: { region: 'south' } },
  },
  'no value of the attribute': { ...base, policies: byRegion, principal: { ...anyUser, attributes: {} } },
  'an equal rule of another area': { ...base, policies: rules('status = :user.region', 'other') },
  'a rule on the user': { ...base, policies: rules('user_id = :current_user_id', 'none') },
  'a rule on the day': { ...base, policies: byDay },
  'the next day': { ...base, policies: byDay, now: '2025-06-16T10:20:30Z' },
  'fewer rows': { ...base, limits: { maxRows: 10 } },
  'a table outside the area': { ...base, allowedTables: [{ schema: 'public', table: 'users' }] },
  'a hidden column': {
    ...base,
    policies: {
      ...byRegion,
      columnRules: { rules: [{ name: 'hidden', tables: { users: { ssn: { mask_type: 'disallow' } } } }] },
    },
  },
  'a column that the database no longer has': {
    ...base,
    catalogue: {
      ...catalogue,
      tables: catalogue.tables.map((table) => ({
        ...table,
        columns: table.columns.filter(({ name }) => name !== 'ssn'),
      })),
    },
  },
  'a value': { ...base, sql: `${sql} WHERE o.status = :status`, parameters: { status: 'paid' } },
  'another value': { ...base, sql: `${sql} WHERE o.status = :status`, parameters: { status: 'open' } },
  "the user's own value": { ...base, sql: `${sql} WHERE o.tenant_id = :current_tenant_id` },
  "another user's own value": {
    ...base,
    sql: `${sql} WHERE o.tenant_id = :current_tenant_id`,
    principal: { ...anyUser, tenantId: 't2' },
  },
}

/** Returns a function that says whether a request had to be proven, and was not remembered. */
function proofs() {
  let parsed = 0
  const parse: typeof parseSql = (...text) => {
    parsed += 1
    return parseSql(...text)
  }
  return async (request: GateRequest): Promise<boolean> => {
    const before = parsed
    await gateFromMemory(request, parse)
    return parsed > before
  }
}

describe('results from memory', () => {
  test('each request gets what the gate itself would say, no matter who asked before', async () => {
    const order = [...Object.entries(requests), ...Object.entries(requests).toReversed()]
    for (const [name, request] of order) {
      expect([name, await gateFromMemory(request, parseSql)]).toEqual([name, await gate(request, parseSql)])
    }
  })

  test('proves a query once for all users with the same values, and again for others', async () => {
    const isProven = proofs()
    const fresh = { ...base, policies: rules('status = :user.region', 'once') }
    const south = { ...anyUser, attributes: { region: 'south' } }
    expect(await isProven(fresh)).toBe(true)
    expect(await isProven({ ...fresh, principal: { ...anyUser, userId: '9', tenantId: 't9' } })).toBe(false)
    expect(await isProven({ ...fresh, principal: south })).toBe(true)
    expect(await isProven({ ...fresh, principal: south })).toBe(false)
    expect(await isProven(fresh)).toBe(false)
  })

  test('R25 does not remember requests that would fill the memory', async () => {
    const isProven = proofs()
    const withStatus = (status: string) => ({ ...base, sql: `${sql} WHERE o.status = :status`, parameters: { status } })
    for (const [status, again] of [
      ['short', false],
      ['x'.repeat(100_000), true],
    ] as const) {
      expect(await isProven(withStatus(status))).toBe(true)
      expect(await isProven(withStatus(status))).toBe(again)
    }
  })

  test('does not remember a refusal', async () => {
    const refused = requests['a hidden column']
    if (refused === undefined) throw new Error('no such request')
    expect(await gateFromMemory(refused, parseSql)).toMatchObject({ allowed: false })
    expect(await gateFromMemory({ ...refused, policies: byRegion }, parseSql)).toMatchObject({ allowed: true })
  })
})

import { allTablesKey, rowSecurityRulesSchema, type RowSecurityRule, type RowTableRule } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { copyName, groupsOf, numberedName, rulesOfGroup } from './rule-groups.ts'
import { tableItems, withKind, withTable, withText, type TableItem } from './table-items.ts'
import {
  fromSimpleRows,
  keptParts,
  openingRowMode,
  rowRuleGaps,
  toSimpleRows,
  wholeRowRules,
  whyNotSimpleRows,
} from './row-rules.ts'

const row = (table: string, condition: string) => ({ table, condition, kept: null })
const rule = (name: string, tables: Record<string, RowTableRule>): RowSecurityRule => ({ name, tables })
const own = rule('Own orders', { orders: { condition: 'sales_rep_id = :current_user_id', always_apply: true } })
const nRules = (count: number) =>
  Array.from({ length: count }, (_, index) => rule(`r${index}`, { [`t${index}`]: { condition: 'a = 1' } }))

describe('the mode in which stored row rules open', () => {
  it('BA-132 BA-133 opens Simple for one condition on one table each, nothing inherited, up to 5 rules', () => {
    expect(openingRowMode({})).toBe('simple')
    expect(openingRowMode({ rules: [] })).toBe('simple')
    expect(openingRowMode({ rules: [own] })).toBe('simple')
    expect(openingRowMode({ rules: nRules(5) })).toBe('simple')
    expect(openingRowMode({ rules: [rule('all', { ALL: { condition: 'a = 1', when_column_exists: 'a' } })] })).toBe(
      'simple',
    )
  })

  it('BA-133 BA-134 opens Advanced for six rules, two tables, inheritance or no condition', () => {
    expect(openingRowMode({ rules: nRules(6) })).toBe('advanced')
    expect(openingRowMode({ rules: [rule('two', { a: { condition: 'x' }, b: { condition: 'x' } })] })).toBe('advanced')
    expect(openingRowMode({ rules: [rule('none', {})] })).toBe('advanced')
    expect(openingRowMode({ rules: [rule('odd', { a: { always_apply: true } })] })).toBe('advanced')
    const inherited = { inherit_parent_security: true, always_apply: true, requires: 'a', join_condition: 'a.x = b.x' }
    expect(openingRowMode({ rules: [rule('child', { b: inherited })] })).toBe('advanced')
    expect(openingRowMode({ rules: [rule('child', { b: { ...inherited, condition: 'x' } })] })).toBe('advanced')
  })

  it('BA-134 opens JSON for rules without a tables object, or of another shape', () => {
    expect(openingRowMode({ rules: [{ name: 'a' }] })).toBe('json')
    expect(openingRowMode({ rules: [{ name: 'a', tables: [] }] })).toBe('json')
    expect(openingRowMode({ rules: 1 })).toBe('json')
    expect(openingRowMode({ rules: [own], extra: 1 })).toBe('json')
  })
})

describe('Simple Rules as JSON', () => {
  it('BA-089 BA-090 BA-091 writes one rule per table, with conditions joined by AND, always applied', () => {
    const value = fromSimpleRows(
      [row('orders', "a = 1 OR region = 'EU'"), row('customers', 'b = 2'), row('orders', 'c = 3')],
      {},
    )
    expect(value).toEqual({
      rules: [
        {
          name: 'Security for orders',
          tables: { orders: { condition: "(a = 1 OR region = 'EU') AND (c = 3)", always_apply: true } },
        },
        { name: 'Security for customers', tables: { customers: { condition: 'b = 2', always_apply: true } } },
      ],
    })
    expect(rowSecurityRulesSchema.parse(value)).toEqual(value)
  })

  it('BA-089 keeps a condition that cannot be in parentheses as a separate rule', () => {
    const value = fromSimpleRows([row('orders', 'a = 1 -- all'), row('orders', 'b = 2'), row('orders', 'c) OR (d')], {})
    expect(value.rules?.map(({ name, tables }) => [name, tables.orders?.condition])).toEqual([
      ['Security for orders', 'b = 2'],
      ['Security for orders (2)', 'a = 1 -- all'],
      ['Security for orders (3)', 'c) OR (d'],
    ])
    expect(toSimpleRows(value)).toEqual([
      row('orders', 'b = 2'),
      row('orders', 'a = 1 -- all'),
      row('orders', 'c) OR (d'),
    ])
  })

  it('changes nothing when any stored rules are opened and saved', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const value = { rules: randomSimpleRules(seed), parameters: { ':user.region': 'Region' } }
      expect(openingRowMode(value)).toBe('simple')
      expect(fromSimpleRows(toSimpleRows(value), value)).toEqual(value)
    }
  })

  it('keeps the other parts of a rule when its condition changes', () => {
    const stored: RowSecurityRule = {
      name: 'Own orders',
      description: 'Each representative their own',
      tables: { orders: { condition: 'a = 1', always_apply: false, requires: 'customers' } },
    }
    const value = { rules: [stored], parameters: { ':user.region': 'Region' } }
    const [first] = toSimpleRows(value)
    if (first === undefined) throw new Error('one row')
    expect(keptParts(stored)).toEqual([
      { text: 'Rule: {name}', values: { name: stored.name } },
      stored.description,
      { text: 'Only if the query also reads {table}', values: { table: 'customers' } },
    ])
    expect(fromSimpleRows([{ ...first, condition: 'a = 2' }, row('orders', 'b = 3')], value)).toEqual({
      rules: [
        { ...stored, tables: { orders: { condition: 'a = 2', always_apply: false, requires: 'customers' } } },
        { name: 'Security for orders', tables: { orders: { condition: 'b = 3', always_apply: true } } },
      ],
      parameters: { ':user.region': 'Region' },
    })
  })

  it('BA-085 removes when_column_exists when a rule for ALL gets another table', () => {
    const value = { rules: [rule('Tenant', { ALL: { condition: 'a = 1', when_column_exists: 'a' } })] }
    const moved = toSimpleRows(value).map((item) => ({ ...item, table: 'orders' }))
    expect(fromSimpleRows(moved, value)).toEqual({
      rules: [rule('Tenant', { orders: { condition: 'a = 1', always_apply: true } })],
    })
  })

  it('writes an empty object for no rules, unless parameters are stored', () => {
    expect(fromSimpleRows([], { rules: [own] })).toEqual({})
    expect(fromSimpleRows([], { rules: [own], parameters: { ':user.a': '' } })).toEqual({
      rules: [],
      parameters: { ':user.a': '' },
    })
  })

  it('explains why it cannot show rules', () => {
    expect(whyNotSimpleRows({ rules: nRules(6) })).toEqual({
      text: 'Simple Rules supports up to {limit, number} rules. This area has {n, number}.',
      values: { n: 6, limit: 5 },
    })
    expect(whyNotSimpleRows({ rules: [own] })).toBeNull()
  })
})

describe('rule groups', () => {
  it('restores rule groups unchanged and in order', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const stored = randomSimpleRules(seed)
      const groups = groupsOf(stored, tableItems)
      expect(JSON.stringify(groups.flatMap((group) => rulesOfGroup(group, tableItems)))).toBe(JSON.stringify(stored))
    }
  })

  it('stores two conditions on one table under distinct names, and opens them as the same group', () => {
    const parts: TableItem[] = [
      { table: 'orders', entry: { condition: 'a' } },
      { table: 'customers', entry: { condition: 'c' } },
      { table: 'orders', entry: { condition: 'b' } },
    ]
    const group = { rule: rule('R', {}), parts }
    const rules = rulesOfGroup(group, tableItems)
    expect(rules).toEqual([
      rule('R', { orders: { condition: 'a' }, customers: { condition: 'c' } }),
      rule('R (2)', { orders: { condition: 'b' } }),
    ])
    const [opened, ...others] = groupsOf([...rules, rule('S', { orders: { condition: 'd' } })], tableItems)
    expect(others).toHaveLength(1)
    expect(opened?.rule.name).toBe('R')
    expect(rulesOfGroup(opened!, tableItems)).toEqual(rules)
  })

  it('opens rules of one group that were stored under the same name', () => {
    const stored = [rule('R', { orders: { condition: 'a' } }), rule('R', { orders: { condition: 'b' } })]
    const [opened, ...others] = groupsOf(stored, tableItems)
    expect(others).toEqual([])
    expect(opened?.parts.map(({ entry }) => entry.condition)).toEqual(['a', 'b'])
  })

  it('keeps rules apart whose names only look numbered', () => {
    const stored = [rule('R', { orders: { condition: 'a' } }), rule('R (2)', { customers: { condition: 'b' } })]
    expect(groupsOf(stored, tableItems)).toHaveLength(2)
    const described = { ...rule('R (2)', { orders: { condition: 'b' } }), description: 'another' }
    expect(groupsOf([stored[0]!, described], tableItems)).toHaveLength(2)
  })

  it('keeps numbered names and names of copies within the longest name', () => {
    const long = 'x'.repeat(200)
    expect(numberedName(long, 2)).toHaveLength(200)
    expect(copyName(long, []).length).toBeLessThanOrEqual(200)
    expect(copyName('R', ['R', 'R (copy)'])).toBe('R (copy 2)')
  })

  it('BA-094 sets inherit_parent_security and always_apply for an inherited condition, and loses nothing on the way back', () => {
    const direct = { table: 'order_items', entry: { condition: 'a = 1', always_apply: true } }
    const inherited = withKind(direct, 'inherited')
    expect(inherited.entry).toEqual({
      inherit_parent_security: true,
      always_apply: true,
      requires: '',
      join_condition: '',
    })
    expect(withKind(inherited, 'direct').entry).toEqual(direct.entry)
    expect(withKind(direct, 'direct').entry).toBe(direct.entry)
  })

  it('BA-085 BA-093 keeps when_column_exists only for ALL', () => {
    const entry = withText({ condition: 'a' }, 'when_column_exists', 'tenant_id')
    expect(withTable({ table: allTablesKey, entry }, allTablesKey).entry).toEqual(entry)
    expect(withTable({ table: allTablesKey, entry }, 'orders').entry).toEqual({ condition: 'a' })
    expect(withText(entry, 'when_column_exists', ' ')).toEqual({ condition: 'a' })
  })
})

describe('incomplete row rules', () => {
  it('BA-088 requires a table and a condition for a row rule', () => {
    const text = 'A row rule needs a table and a condition.'
    expect(rowRuleGaps(fromSimpleRows([row('', 'a = 1')], {}))).toEqual([{ text }])
    expect(rowRuleGaps(fromSimpleRows([row('orders', ' '), row('', '')], {}))).toEqual([{ text }])
    expect(rowRuleGaps(fromSimpleRows([row('orders', 'a = 1')], {}))).toEqual([])
    expect(rowRuleGaps({})).toEqual([])
  })

  it('BA-092 BA-094 requires a name and a table rule for a group, a parent and join for an inherited rule', () => {
    const group = 'A rule group needs a name and at least one table rule.'
    expect(rowRuleGaps({ rules: [rule('', { a: { condition: 'x' } })] })).toEqual([{ text: group }])
    expect(rowRuleGaps({ rules: [rule('a', {})] })).toEqual([{ text: group }])
    const inherited = (requires: string, join: string) =>
      rowRuleGaps({ rules: [rule('a', { b: { inherit_parent_security: true, requires, join_condition: join } })] })
    expect(inherited('', 'x')).toEqual([{ text: 'An inherited condition needs a parent table and a join condition.' }])
    expect(inherited('a', ' ')).toHaveLength(1)
    expect(inherited('a', 'a.x = b.x')).toEqual([])
  })

  it('names an unknown key of a rule', () => {
    const wrong = { rules: [{ name: 'a', tables: { b: { condition: 'x', alwaysApply: true } } }] }
    expect(rowRuleGaps(wrong)[0]).toMatchObject({
      values: { field: 'rules[0].tables.b.alwaysApply' },
      path: ['rules', 0, 'tables', 'b'],
    })
    expect(rowRuleGaps({ rules: 'x' })).toHaveLength(1)
  })

  it('still lets complete rules be checked', () => {
    const value = { rules: [own, rule('', {})], parameters: { ':user.a': '' } }
    expect(wholeRowRules(value)).toEqual({ rules: [own], parameters: { ':user.a': '' } })
    expect(wholeRowRules({ rules: [rule('', {})] })).toEqual({})
  })
})

/** Simple rules as they may be stored: with and without descriptions, names and options. */
function randomSimpleRules(seed: number): RowSecurityRule[] {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  const conditions = ['a = 1', '(a = 1) AND (b = 2)', '(a) OR (b)', 'x -- y', "n = ')'", '((a) AND (b)) AND (c)']
  return Array.from({ length: below(6) }, (_, index) => {
    const table = ['orders', 'customers', 'ALL', 'a b', 'constructor'][index] ?? 'other'
    return {
      name: below(2) === 0 ? `Security for ${table}` : `Rule ${index}`,
      ...(below(3) === 0 && { description: 'why' }),
      tables: {
        [table]: {
          condition: conditions[below(conditions.length)] ?? '',
          ...(below(2) === 0 && { always_apply: below(2) === 0 }),
          ...(below(4) === 0 && { requires: 'customers' }),
          ...(table === 'ALL' && below(2) === 0 && { when_column_exists: 'a' }),
        },
      },
    }
  })
}

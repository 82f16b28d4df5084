import { columnSecurityRulesSchema, type ColumnMask, type ColumnSecurityRule } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import {
  choiceOf,
  columnRuleGaps,
  defaultMaskChoice,
  fromSimpleMasks,
  listMasks,
  maskChoices,
  maskForColumn,
  maskOf,
  maskRows,
  openingColumnMode,
  wholeColumnRules,
  whyNotSimpleMasks,
  withMasks,
} from './column-rules.ts'
import { groupsOf } from './rule-groups.ts'

const rule = (masks: Record<string, ColumnMask>, name = 'PII'): ColumnSecurityRule => ({
  name,
  tables: { customers: masks },
})
const partial = (pattern: string): ColumnMask => ({ mask_type: 'partial', pattern })

describe('the mode in which stored column rules open', () => {
  it('BA-132 BA-135 opens Simple for a single rule with simple masks, without ranges or sql', () => {
    expect(openingColumnMode({})).toBe('simple')
    expect(openingColumnMode({ rules: [] })).toBe('simple')
    const simple = ['replace', 'null', 'hash', 'disallow'] as const
    for (const mask_type of simple) expect(openingColumnMode({ rules: [rule({ a: { mask_type } })] })).toBe('simple')
    expect(openingColumnMode({ rules: [rule({ email: partial('****@domain.com'), b: partial('##/##') })] })).toBe(
      'simple',
    )
  })

  it('BA-135 BA-136 opens Advanced for two rules, ranges or sql', () => {
    expect(openingColumnMode({ rules: [rule({ a: { mask_type: 'null' } }), rule({ b: { mask_type: 'null' } })] })).toBe(
      'advanced',
    )
    expect(openingColumnMode({ rules: [rule({ a: { mask_type: 'range', ranges: [] } })] })).toBe('advanced')
    expect(openingColumnMode({ rules: [rule({ a: { mask_type: 'custom', sql: 'x' } })] })).toBe('advanced')
    expect(openingColumnMode({ rules: [rule({ a: { mask_type: 'null', sql: 'x' } })] })).toBe('advanced')
  })

  it('BA-136 opens JSON for rules without name or tables, or of another shape', () => {
    expect(openingColumnMode({ rules: [{ tables: {} }] })).toBe('json')
    expect(openingColumnMode({ rules: [{ name: 'a' }] })).toBe('json')
    expect(openingColumnMode({ rules: [{ name: 'a', tables: { t: { c: { mask_type: 'email' } } } }] })).toBe('json')
  })
})

describe('mask choices', () => {
  it('BA-107 BA-108 lists the mask choices with the documents’ labels in order, Partial first', () => {
    expect(maskChoices.map(({ label }) => label.text)).toEqual([
      'Partial (show last 4)',
      'Email (hide username)',
      'Phone (show last 4)',
      'SSN (show last 4)',
      'Replace with text',
      'Redact (NULL)',
      'Hash (one-way)',
      'Disallow Access',
      'Range buckets',
      'Custom SQL',
    ])
    expect(defaultMaskChoice).toBe('partial')
  })

  it.each([
    ['BA-109', 'emp_SSN', 'XXX-XX-####'],
    ['BA-110', 'Email', '****@domain.com'],
    ['BA-111', 'home_phone', '(XXX) XXX-####'],
    ['BA-112', 'card', 'XXXX-####'],
  ])('%s gives a partial mask on %s the pattern %s', (_row, column, pattern) => {
    expect(maskOf('partial', column)).toEqual({ mask_type: 'partial', pattern })
  })

  it('BA-105 OP-14 saves email, phone and SSN as partial masks with a pattern', () => {
    expect(maskOf('email', 'x')).toEqual(partial('****@domain.com'))
    expect(maskOf('phone', 'x')).toEqual(partial('(XXX) XXX-####'))
    expect(maskOf('ssn', 'x')).toEqual(partial('XXX-XX-####'))
  })

  it('OP-64 shows a stored pattern as its choice again', () => {
    for (const { id } of maskChoices) expect(choiceOf(maskOf(id, 'other'))).toBe(id)
    expect(choiceOf(partial('##/##'))).toBe('partial')
    expect(choiceOf({ mask_type: 'partial' })).toBe('partial')
  })

  it('updates a pattern that came from the column’s name, and keeps any other', () => {
    expect(maskForColumn(partial('XXXX-####'), '', 'email')).toEqual(partial('****@domain.com'))
    expect(maskForColumn(partial('##/##'), '', 'email')).toEqual(partial('##/##'))
    expect(maskForColumn({ mask_type: 'hash' }, '', 'email')).toEqual({ mask_type: 'hash' })
  })
})

describe('Simple Masking as JSON', () => {
  it('BA-102 BA-103 BA-104 writes one rule from table to column to mask', () => {
    const value = fromSimpleMasks(
      [
        { table: 'customers', column: 'email', mask: maskOf('email', 'email') },
        { table: 'orders', column: 'note', mask: maskOf('disallow', 'note') },
        { table: 'customers', column: 'ssn', mask: maskOf('partial', 'ssn') },
      ],
      {},
    )
    expect(value).toEqual({
      rules: [
        {
          name: 'Column masking',
          tables: {
            customers: { email: partial('****@domain.com'), ssn: partial('XXX-XX-####') },
            orders: { note: { mask_type: 'disallow' } },
          },
        },
      ],
    })
    expect(columnSecurityRulesSchema.parse(value)).toEqual(value)
  })

  it('changes nothing when rules are opened and saved: names, descriptions and patterns stay', () => {
    const stored = { ...rule({ a: partial('##/##'), b: { mask_type: 'partial' as const } }), description: 'why' }
    const value = { rules: [stored] }
    expect(JSON.stringify(fromSimpleMasks(listMasks(value.rules), value))).toBe(JSON.stringify(value))
    expect(JSON.stringify(withMasks(stored, listMasks(value.rules)))).toBe(JSON.stringify(value.rules))
  })

  it('keeps a column that occurs twice', () => {
    const twice = [
      { table: 't', column: 'c', mask: maskOf('null', 'c') },
      { table: 't', column: 'c', mask: maskOf('hash', 'c') },
    ]
    const rules = fromSimpleMasks(twice, {}).rules ?? []
    expect(listMasks(rules)).toEqual(twice)
    expect(rules.map(({ name }) => name)).toEqual(['Column masking', 'Column masking (2)'])
    expect(groupsOf(rules, maskRows)).toEqual([{ rule: rules[0], parts: twice }])
    expect(fromSimpleMasks([], { rules: [rule({})] })).toEqual({})
  })

  it('explains why it cannot show rules', () => {
    expect(whyNotSimpleMasks({ rules: [rule({}), rule({})] })?.values).toEqual({ n: 2 })
    expect(whyNotSimpleMasks({ rules: [rule({ pay: { mask_type: 'custom', sql: '1' } })] })?.values).toEqual({
      column: 'customers.pay',
    })
  })
})

describe('incomplete column rules', () => {
  it('BA-106 requires a table and a column for a mask', () => {
    const text = 'A column mask needs a table and a column.'
    const gaps = (table: string, column: string) =>
      columnRuleGaps(fromSimpleMasks([{ table, column, mask: maskOf('partial', column) }], {}))
    expect(gaps('', 'email')).toEqual([{ text }])
    expect(gaps('customers', '')).toEqual([{ text }])
    expect(gaps('customers', 'email')).toEqual([])
    expect(columnRuleGaps({})).toEqual([])
  })

  it('requires a name and a mask for a group, labels for ranges, SQL for a custom mask', () => {
    expect(columnRuleGaps({ rules: [rule({ a: maskOf('hash', 'a') }, '')] })).toHaveLength(1)
    expect(columnRuleGaps({ rules: [{ name: 'a', tables: {} }] })).toHaveLength(1)
    expect(columnRuleGaps({ rules: [rule({ a: maskOf('range', 'a') })] })).toHaveLength(1)
    expect(columnRuleGaps({ rules: [rule({ a: maskOf('custom', 'a') })] })).toHaveLength(1)
    expect(columnRuleGaps({ rules: [{ name: 'a', tables: { t: { c: { mask_type: 'email' } } } }] })).toHaveLength(1)
  })

  it('still lets complete masks be checked', () => {
    const masks = [
      { table: 't', column: '', mask: maskOf('null', '') },
      { table: 't', column: 'c', mask: maskOf('null', 'c') },
    ]
    expect(listMasks(wholeColumnRules(fromSimpleMasks(masks, {})).rules ?? [])).toEqual([masks[1]])
  })
})

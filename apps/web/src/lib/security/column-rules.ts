import {
  columnSecurityRulesSchema,
  describable,
  message,
  noRulesSchema,
  type Area,
  type ColumnMask,
  type ColumnSecurityRule,
  type ColumnSecurityRules,
  type MaskType,
  type Message,
} from '@parlance/contract'
import { gapOfIssue, type RuleGap } from './rule-gap.ts'
import { rulesOfGroup, type PartsOfRule } from './rule-groups.ts'
import type { RuleMode } from './rule-mode.ts'
import { isBlank } from './row-rules.ts'

/** The column rules of an area; an empty object means none. */
export type ColumnRulesValue = Area['column_security_rules']

export const columnRuleTexts = {
  mask: message('A column mask needs a table and a column.'),
  group: message('A rule group needs a name and at least one column mask.'),
  range: message('Range buckets need at least one range, and every range needs a label.'),
  custom: message('A custom mask needs an SQL expression.'),
}

/** The name of the rule that Simple Masking writes. */
export const simpleMaskRuleName = 'Column masking'

/** The choices for users, with the documents' labels in order. */
export const maskChoices = [
  { id: 'partial', label: message('Partial (show last 4)') },
  { id: 'email', label: message('Email (hide username)') },
  { id: 'phone', label: message('Phone (show last 4)') },
  { id: 'ssn', label: message('SSN (show last 4)') },
  { id: 'replace', label: message('Replace with text') },
  { id: 'null', label: message('Redact (NULL)') },
  { id: 'hash', label: message('Hash (one-way)') },
  { id: 'disallow', label: message('Disallow Access') },
  { id: 'range', label: message('Range buckets') },
  { id: 'custom', label: message('Custom SQL') },
] as const
export type MaskChoice = (typeof maskChoices)[number]['id']

export const defaultMaskChoice: MaskChoice = 'partial'

const patterns = {
  partial: 'XXXX-####',
  email: '****@domain.com',
  phone: '(XXX) XXX-####',
  ssn: 'XXX-XX-####',
} as const

/** The choice that represents a stored mask. */
export function choiceOf({ mask_type: type, pattern }: ColumnMask): MaskChoice {
  if (type !== 'partial') return type
  if (pattern === patterns.email) return 'email'
  if (pattern === patterns.phone) return 'phone'
  return pattern === patterns.ssn ? 'ssn' : 'partial'
}

/** The mask that a choice makes for a column: the pattern of a partial mask depends on the column's name. */
export function maskOf(choice: MaskChoice, column: string): ColumnMask {
  switch (choice) {
    case 'partial':
      return { mask_type: 'partial', pattern: patternFor(column) }
    case 'email':
    case 'phone':
    case 'ssn':
      return { mask_type: 'partial', pattern: patterns[choice] }
    case 'replace':
      return { mask_type: 'replace', replacement: '***' }
    case 'range':
      return { mask_type: 'range', ranges: [{ label: '' }] }
    case 'custom':
      return { mask_type: 'custom', sql: '' }
    case 'null':
    case 'hash':
    case 'disallow':
      return { mask_type: choice }
  }
}

function patternFor(column: string): string {
  const name = column.toLowerCase()
  if (name.includes('ssn')) return patterns.ssn
  if (name.includes('email')) return patterns.email
  return name.includes('phone') ? patterns.phone : patterns.partial
}

/** The mask for another column: a pattern derived from the old name is replaced by that of the new one. */
export function maskForColumn(mask: ColumnMask, from: string, to: string): ColumnMask {
  return mask.mask_type === 'partial' && mask.pattern === patternFor(from) ? { ...mask, pattern: patternFor(to) } : mask
}

export function columnRulesOf(value: ColumnRulesValue): ColumnSecurityRule[] {
  return 'rules' in value ? value.rules : []
}

export function withColumnRules(value: ColumnRulesValue, rules: ColumnSecurityRule[]): ColumnRulesValue {
  return rules.length === 0 ? {} : { ...value, rules }
}

/** The simplest mode that can represent stored rules. */
export function openingColumnMode(value: unknown): RuleMode {
  if (noRulesSchema.safeParse(value).success) return 'simple'
  if (!isColumnRules(value)) return 'json'
  return whyNotSimpleMasks(value) === null ? 'simple' : 'advanced'
}

export function isColumnRules(value: unknown): value is ColumnSecurityRules {
  return columnSecurityRulesSchema.safeParse(value).success
}

/** Why Simple Masking cannot represent these rules, as a sentence; null if it can. */
export function whyNotSimpleMasks(value: ColumnRulesValue): Message | null {
  const rules = columnRulesOf(value)
  if (rules.length > 1) {
    return message('Simple Masking supports only one rule. This area has {n, number}.', { n: rules.length })
  }
  const odd = listMasks(rules).find(({ mask }) => !isSimple(mask))
  if (odd === undefined) return null
  return message('The mask for {column} uses ranges or custom SQL, which Simple Masking does not support.', {
    column: `${odd.table}.${odd.column}`,
  })
}

/** Whether Simple Masking can show a mask of this type. */
const simpleTypes = {
  partial: true,
  replace: true,
  null: true,
  hash: true,
  disallow: true,
  range: false,
  custom: false,
} satisfies Record<MaskType, boolean>

function isSimple(mask: ColumnMask): boolean {
  return simpleTypes[mask.mask_type] && mask.ranges === undefined && mask.sql === undefined
}

/** One column's mask. */
export interface MaskRow {
  table: string
  column: string
  mask: ColumnMask
}

/** Every mask of the rules in their order. */
export function listMasks(rules: ColumnSecurityRule[]): MaskRow[] {
  return rules.flatMap((rule) =>
    Object.entries(rule.tables).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, mask]) => ({ table, column, mask })),
    ),
  )
}

/** Rows as the single rule of Simple Masking, which keeps its other stored parts. */
export function fromSimpleMasks(rows: MaskRow[], value: ColumnRulesValue): ColumnRulesValue {
  if (rows.length === 0) return {}
  const rule = columnRulesOf(value)[0] ?? { name: simpleMaskRuleName, tables: {} }
  return withColumnRules(value, withMasks(rule, rows))
}

/** The masks of a column rule. */
export const maskRows: PartsOfRule<ColumnSecurityRule, MaskRow> = {
  partsOf: (rule) => listMasks([rule]),
  placeOf: ({ table, column }) => JSON.stringify([table, column]),
  tablesOf: (rows) => {
    const tables = Map.groupBy(rows, ({ table }) => table)
    const columns = (own: MaskRow[]) => Object.fromEntries(own.map(({ column, mask }) => [column, mask]))
    return Object.fromEntries([...tables].map(([table, own]) => [table, columns(own)]))
  },
}

/** A rule with these masks, and more rules if columns occur twice, so that none is lost. */
export function withMasks(rule: ColumnSecurityRule, parts: MaskRow[]): ColumnSecurityRule[] {
  return rulesOfGroup({ rule, parts }, maskRows)
}

/** What is missing in a mask; null if it is complete. */
export function maskGap({ table, column, mask }: MaskRow): Message | null {
  if (isBlank(table) || isBlank(column)) return columnRuleTexts.mask
  switch (mask.mask_type) {
    case 'custom':
      return isBlank(mask.sql) ? columnRuleTexts.custom : null
    case 'range': {
      const ranges = mask.ranges ?? []
      const isRangeless = ranges.length === 0 || ranges.some(({ label }) => isBlank(label))
      return isRangeless ? columnRuleTexts.range : null
    }
    case 'partial':
    case 'replace':
    case 'null':
    case 'hash':
    case 'disallow':
      return null
  }
}

/** What prevents saving column rules, each problem once; empty if they are complete. */
export function columnRuleGaps(value: unknown): RuleGap[] {
  if (noRulesSchema.safeParse(value).success) return []
  const gaps = looseRules(value)?.flatMap(ruleGaps) ?? []
  if (gaps.length > 0) return [...new Set(gaps)]
  const read = columnSecurityRulesSchema.safeParse(value, describable)
  return read.success ? [] : read.error.issues.map(gapOfIssue)
}

function ruleGaps(rule: ColumnSecurityRule): Message[] {
  const masks = listMasks([rule])
  if (isBlank(rule.name) || masks.length === 0) return [columnRuleTexts.group]
  return masks.flatMap((row) => maskGap(row) ?? [])
}

/** The complete rules, to check while others are still being typed. */
export function wholeColumnRules(value: ColumnRulesValue): ColumnRulesValue {
  if (columnRuleGaps(value).length === 0) return value
  const rules = (looseRules(value) ?? []).flatMap((rule) => {
    const masks = listMasks([rule]).filter((row) => maskGap(row) === null)
    return masks.length === 0 || isBlank(rule.name) ? [] : withMasks(rule, masks)
  })
  const whole = withColumnRules({}, rules)
  return columnRuleGaps(whole).length === 0 ? whole : {}
}

/** Rules of the right shape except for empty names; null for any other shape. */
function looseRules(value: unknown): ColumnSecurityRule[] | null {
  if (typeof value !== 'object' || value === null || !('rules' in value) || !Array.isArray(value.rules)) return null
  return value.rules.every(isLooseRule) ? value.rules : null
}

function isLooseRule(rule: unknown): rule is ColumnSecurityRule {
  if (typeof rule !== 'object' || rule === null || !('name' in rule) || !('tables' in rule)) return false
  if (typeof rule.name !== 'string' || typeof rule.tables !== 'object' || rule.tables === null) return false
  return Object.values(rule.tables).every(
    (columns: unknown) =>
      typeof columns === 'object' &&
      columns !== null &&
      Object.values(columns).every((mask: unknown) => typeof mask === 'object' && mask !== null && 'mask_type' in mask),
  )
}

/** Whether a JSON value is an object, whose parts `columnRuleGaps` and the server check. */
export function isColumnDocument(value: unknown): value is ColumnRulesValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

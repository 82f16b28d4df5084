import {
  allTablesKey,
  describable,
  message,
  noRulesSchema,
  rowSecurityRulesSchema,
  type Area,
  type Message,
  type RowSecurityRule,
  type RowSecurityRules,
  type RowTableRule,
} from '@parlance/contract'
import { joinConditions, splitConditions, standsAlone } from './conjunction.ts'
import { gapOfIssue, type RuleGap } from './rule-gap.ts'
import { numberedName } from './rule-groups.ts'
import type { RuleMode } from './rule-mode.ts'

/** The row rules of an area; an empty object means none. */
export type RowRulesValue = Area['row_security_rules']

/** The maximum number of rules in Simple Rules. */
export const simpleRuleLimit = 5

export const rowRuleTexts = {
  simple: message('A row rule needs a table and a condition.'),
  group: message('A rule group needs a name and at least one table rule.'),
  inherited: message('An inherited condition needs a parent table and a join condition.'),
}

export function rowRulesOf(value: RowRulesValue): RowSecurityRule[] {
  return 'rules' in value ? value.rules : []
}

/** The rules with everything else that is stored next to them; an empty object if there is neither. */
export function withRowRules(value: RowRulesValue, rules: RowSecurityRule[]): RowRulesValue {
  const parameters = 'rules' in value ? value.parameters : undefined
  if (rules.length === 0 && (parameters === undefined || Object.keys(parameters).length === 0)) return {}
  return { ...value, rules }
}

/** The simplest mode that can represent stored rules. */
export function openingRowMode(value: unknown): RuleMode {
  if (noRulesSchema.safeParse(value).success) return 'simple'
  if (!isRowRules(value)) return 'json'
  return whyNotSimpleRows(value) === null ? 'simple' : 'advanced'
}

export function isRowRules(value: unknown): value is RowSecurityRules {
  return rowSecurityRulesSchema.safeParse(value).success
}

/** Why Simple Rules cannot represent these rules, as a sentence; null if it can. */
export function whyNotSimpleRows(value: RowRulesValue): Message | null {
  const rules = rowRulesOf(value)
  for (const { name, tables } of rules) {
    const entries = Object.values(tables)
    const [entry] = entries
    if (entries.length !== 1 || entry === undefined) {
      return message(
        'Simple Rules supports one table per rule. The rule "{name}" has {n, plural, =0 {no tables} one {# table} other {# tables}}.',
        { name, n: entries.length },
      )
    }
    if (entry.inherit_parent_security === true) {
      return message('The rule "{name}" has an inherited condition, which Simple Rules does not support.', { name })
    }
    if (entry.condition === undefined) {
      return message('The rule "{name}" has no condition, which Simple Rules requires.', { name })
    }
  }
  if (rules.length <= simpleRuleLimit) return null
  return message('Simple Rules supports up to {limit, number} rules. This area has {n, number}.', {
    n: rules.length,
    limit: simpleRuleLimit,
  })
}

/** One condition on one table. */
export interface SimpleRow {
  table: string
  condition: string
  /** The stored rule, if it has more than this mode shows: it keeps its name and the rest. */
  kept: RowSecurityRule | null
}

export function toSimpleRows(value: RowRulesValue): SimpleRow[] {
  const rules = rowRulesOf(value)
  const rows = rules.flatMap((rule) => rowsOfRule(rule, isNumbered))
  const isSame = JSON.stringify(rowRulesOf(fromSimpleRows(rows, value))) === JSON.stringify(rules)
  // Names that only look like numbered ones stay as they are.
  return isSame ? rows : rules.flatMap((rule) => rowsOfRule(rule, (name, table) => name === simpleRuleName(table)))
}

function rowsOfRule(rule: RowSecurityRule, isOwnName: (name: string, table: string) => boolean): SimpleRow[] {
  const [table = '', entry] = Object.entries(rule.tables)[0] ?? []
  const condition = entry?.condition ?? ''
  if (!isPlain(rule) || !isOwnName(rule.name, table)) return [{ table, condition, kept: rule }]
  return splitConditions(condition).map((part) => ({ table, condition: part, kept: null }))
}

/** Rows as rules: the rows of one table become one rule, whose conditions must all be true. */
export function fromSimpleRows(rows: SimpleRow[], value: RowRulesValue): RowRulesValue {
  const rules: RowSecurityRule[] = []
  const done = new Set<string>()
  for (const row of rows) {
    if (row.kept !== null) rules.push(keptRule(row, row.kept))
    else if (!done.has(row.table)) {
      done.add(row.table)
      for (const { name, rows: own } of plainRules(row.table, rows)) {
        const condition = joinConditions(own.map((one) => one.condition))
        rules.push({ name, tables: { [row.table]: { condition, always_apply: true } } })
      }
    }
  }
  return withRowRules(value, rules)
}

export function simpleRuleName(table: string): string {
  return `Security for ${table}`
}

function isNumbered(name: string, table: string): boolean {
  return name.replace(/ \(\d+\)$/, '') === simpleRuleName(table)
}

/** A rule of Simple Rules, and the rows whose conditions it joins. */
interface RuleOfRows {
  name: string
  rows: SimpleRow[]
}

/** The rule that contains a row. */
export function ruleOfRow(row: SimpleRow, rows: SimpleRow[]): RuleOfRows {
  const found = row.kept === null ? plainRules(row.table, rows).find((rule) => rule.rows.includes(row)) : undefined
  return found ?? { name: row.kept?.name ?? simpleRuleName(row.table), rows: [row] }
}

function plainRules(table: string, rows: SimpleRow[]): RuleOfRows[] {
  const own = rows.filter((row) => row.table === table && row.kept === null)
  const taken = new Set(rows.map(({ kept }) => kept?.name))
  // A condition that cannot be in parentheses stays a separate rule; rules of one table must all be true as well.
  const { joined = [], alone = [] } = Object.groupBy(own, ({ condition }) =>
    standsAlone(condition) ? 'joined' : 'alone',
  )
  let number = 1
  return [...(joined.length > 0 ? [joined] : []), ...alone.map((row) => [row])].map((shared) => {
    while (taken.has(numberedName(simpleRuleName(table), number))) number++
    return { name: numberedName(simpleRuleName(table), number++), rows: shared }
  })
}

function keptRule({ table, condition }: SimpleRow, rule: RowSecurityRule): RowSecurityRule {
  const [storedTable, entry] = Object.entries(rule.tables)[0] ?? []
  if (storedTable === table && entry?.condition === condition) return rule
  const changed: RowTableRule = { ...entry, condition }
  // Without `requires`, a rule always applies, whatever it says.
  if (changed.requires === undefined) changed.always_apply = true
  return { ...rule, tables: { [table]: forTable(table, changed) } }
}

/** A table rule for another table: `when_column_exists` is only for all tables. */
export function forTable(table: string, entry: RowTableRule): RowTableRule {
  const { when_column_exists: column, ...rest } = entry
  return table === allTablesKey && column !== undefined ? entry : rest
}

/** Whether Simple Rules could have written a rule, apart from its name. */
function isPlain({ description, tables, ...others }: RowSecurityRule): boolean {
  const [entry] = Object.values(tables)
  const { condition, always_apply: always, ...rest } = entry ?? {}
  return (
    description === undefined &&
    condition !== undefined &&
    always === true &&
    [...Object.keys(others), ...Object.keys(rest)].every((part) => part === 'name')
  )
}

/** The parts of its rule that a simple row keeps in addition to the condition; the description as it is. */
export function keptParts(rule: RowSecurityRule): (Message | string)[] {
  const [table = '', entry] = Object.entries(rule.tables)[0] ?? []
  const parts: (Message | string)[] = []
  if (rule.name !== simpleRuleName(table)) parts.push(message('Rule: {name}', { name: rule.name }))
  if (rule.description !== undefined && rule.description !== '') parts.push(rule.description)
  if (entry?.when_column_exists !== undefined) {
    parts.push(message('Only tables with the column {column}', { column: entry.when_column_exists }))
  }
  if (entry?.requires !== undefined && entry.always_apply !== true) {
    parts.push(message('Only if the query also reads {table}', { table: entry.requires }))
  }
  return parts
}

/** What is missing in a table's rule; null if it is complete. */
export function entryGap(entry: RowTableRule): Message | null {
  if (entry.inherit_parent_security === true) {
    return isBlank(entry.requires) || isBlank(entry.join_condition) ? rowRuleTexts.inherited : null
  }
  return isBlank(entry.condition) ? rowRuleTexts.simple : null
}

/** What prevents saving row rules, each problem once; empty if they are complete. */
export function rowRuleGaps(value: unknown): RuleGap[] {
  if (noRulesSchema.safeParse(value).success) return []
  const gaps = looseRules(value)?.flatMap(ruleGaps) ?? []
  if (gaps.length > 0) return [...new Set(gaps)]
  const read = rowSecurityRulesSchema.safeParse(value, describable)
  return read.success ? [] : read.error.issues.map(gapOfIssue)
}

function ruleGaps({ name, tables }: RowSecurityRule): Message[] {
  const entries = Object.entries(tables)
  if (isBlank(name) || entries.length === 0) return [rowRuleTexts.group]
  return entries.flatMap(([table, entry]) => (isBlank(table) ? rowRuleTexts.simple : (entryGap(entry) ?? [])))
}

/** The complete rules, to check while others are still being typed. */
export function wholeRowRules(value: RowRulesValue): RowRulesValue {
  if (rowRuleGaps(value).length === 0) return value
  const rules = looseRules(value)?.filter((rule) => rowRuleGaps({ rules: [rule] }).length === 0) ?? []
  return rules.length === 0 ? {} : { ...value, rules }
}

/** Rules of the right shape except for empty names; null for any other shape. */
function looseRules(value: unknown): RowSecurityRule[] | null {
  if (typeof value !== 'object' || value === null || !('rules' in value) || !Array.isArray(value.rules)) return null
  return value.rules.every(isLooseRule) ? value.rules : null
}

function isLooseRule(rule: unknown): rule is RowSecurityRule {
  if (typeof rule !== 'object' || rule === null || !('name' in rule) || !('tables' in rule)) return false
  if (typeof rule.name !== 'string' || typeof rule.tables !== 'object' || rule.tables === null) return false
  return Object.values(rule.tables).every((entry) => typeof entry === 'object' && entry !== null)
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

/** Whether a JSON value is an object, whose parts `rowRuleGaps` and the server check. */
export function isRowDocument(value: unknown): value is RowRulesValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The rules with other parameters; empty ones are left out. */
export function withParameters(value: RowRulesValue, parameters: Record<string, string>): RowRulesValue {
  const rules = rowRulesOf(value)
  if (Object.keys(parameters).length > 0) return { ...value, rules, parameters }
  const { parameters: _, ...rest } = { parameters, ...value }
  return rules.length === 0 ? {} : { ...rest, rules }
}

/** The name with its colon; null if it is not a valid parameter name. */
export function parameterName(typed: string): string | null {
  const name = `:${typed.trim().replace(/^:/, '')}`
  return /^:[A-Za-z_][\w.]*$/.test(name) ? name : null
}

/** Adds a parameter; an existing one, with or without its colon, is not added again. */
export function addParameter(
  parameters: Record<string, string>,
  name: string,
  description: string,
): Record<string, string> {
  const isThere = Object.keys(parameters).some((known) => parameterName(known) === name)
  return isThere ? parameters : { ...parameters, [name]: description }
}

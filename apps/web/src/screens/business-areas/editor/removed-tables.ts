import { message, type Area, type AreaJoin, type Example, type Message } from '@parlance/contract'
import { tokenizeSql } from '../../../lib/sql-tokens.ts'
import { withoutTables, type LostDefinitions } from '../definitions/without-tables.ts'
import type { AreaForm, NoRules } from '../form/area-form.ts'
import { keyOfName } from '../form/table-names.ts'

/** What an area loses with its removed tables. */
export interface RemovedWithTables {
  /** Names of the tables. */
  tables: string[]
  joins: AreaJoin[]
  /** Names of the row rules and masks that apply to a removed table, and of those that inherit from one. */
  rules: string[]
  examples: Example[]
  definitions: LostDefinitions
}

type Rules = Record<string, { requires?: string | undefined } | object>

/** Finds what uses the tables that the form removes from the stored area; null if nothing does. */
export function removedWithTables(base: Area | null, form: AreaForm, examples: Example[]): RemovedWithTables | null {
  const left = new Set(form.tables.map((table) => keyOfName(table.table_name)))
  const tables = (base?.tables ?? []).map((table) => table.table_name).filter((name) => !left.has(keyOfName(name)))
  if (tables.length === 0) return null
  const isRemoved = testOf(tables)
  const joins = form.joins.filter((join) => isRemoved(join.left_table) || isRemoved(join.right_table))
  const rules = [...rulesOf(form.row_security_rules), ...rulesOf(form.column_security_rules)]
    .filter((rule) => Object.entries<Rules[string]>(rule.tables).some((entry) => usesRemoved(entry, isRemoved)))
    .map(({ name }) => name)
  const used = examples.filter(({ sql_query: sql }) => mentions(sql, tables))
  const definitions = withoutTables(form.definitions, isRemoved)
  const count = joins.length + rules.length + used.length + definitions.lost.length
  return count === 0 ? null : { tables, joins, rules, examples: used, definitions }
}

/** The form without what uses the removed tables. */
export function withoutRemoved(form: AreaForm, { tables, joins, examples, definitions }: RemovedWithTables): AreaForm {
  const isRemoved = testOf(tables)
  return {
    ...form,
    joins: form.joins.filter((join) => !joins.includes(join)),
    row_security_rules: rulesWithout(form.row_security_rules, isRemoved),
    column_security_rules: rulesWithout(form.column_security_rules, isRemoved),
    definitions: definitions.left,
    removedExamples: examples.map(({ id }) => id),
  }
}

/** The question before a save removes more than the tables. */
export function removalQuestion({ tables, joins, rules, examples, definitions }: RemovedWithTables): Message {
  return message(
    'Saving removes {tables} and what uses {n, plural, one {it} other {them}}: {joins, plural, =0 {} one {# relationship. } other {# relationships. }}{rules, plural, =0 {} one {One rule: {ruleNames}. } other {# rules: {ruleNames}. }}{definitions, plural, =0 {} one {One definition: {definitionNames}. } other {# definitions: {definitionNames}. }}{examples, plural, =0 {} one {One verified example: {questions}} other {# verified examples: {questions}}}',
    {
      tables: listed(tables),
      n: tables.length,
      joins: joins.length,
      rules: rules.length,
      ruleNames: listed(rules),
      definitions: definitions.lost.length,
      definitionNames: listed(definitions.lost),
      examples: examples.length,
      questions: listed(examples.map(({ question }) => question)),
    },
  )
}

/** The most names to list in a question. */
const mostListed = 10

function listed(names: string[]): string {
  const more = names.length - mostListed
  return more > 0 ? `${names.slice(0, mostListed).join(', ')}, +${more}` : names.join(', ')
}

function testOf(tables: string[]): (name: string | undefined) => boolean {
  const keys = new Set(tables.map(lastPart))
  return (name) => name !== undefined && keys.has(lastPart(name))
}

/** Rules and relationships may write the schema or leave it out. */
function lastPart(name: string): string {
  return keyOfName(name.slice(name.lastIndexOf('.') + 1))
}

function usesRemoved([table, rule]: [string, Rules[string]], isRemoved: (name: string | undefined) => boolean) {
  return isRemoved(table) || ('requires' in rule && typeof rule.requires === 'string' && isRemoved(rule.requires))
}

function rulesOf<Rule>(rules: { rules: Rule[] } | NoRules): Rule[] {
  return 'rules' in rules ? (rules.rules as Rule[]) : []
}

function rulesWithout<Rule extends { tables: object }, All extends { rules: Rule[] } | NoRules>(
  all: All,
  isRemoved: (name: string | undefined) => boolean,
): All {
  if (!('rules' in all)) return all
  const rules = rulesOf<Rule>(all)
    .map((rule) => {
      const tables = Object.entries(rule.tables).filter((entry) => !usesRemoved(entry, isRemoved))
      return tables.length === Object.keys(rule.tables).length ? rule : { ...rule, tables: Object.fromEntries(tables) }
    })
    .filter((rule) => Object.keys(rule.tables).length > 0)
  return { ...all, rules }
}

/** Whether a query names one of the tables; a text or a comment that does isn't a reason to remove it. */
function mentions(sql: string, tables: string[]): boolean {
  const names = new Set(
    tokenizeSql(sql)
      .filter(({ kind }) => kind === 'plain' || kind === 'function' || kind === 'keyword')
      .map(({ text }) => text.replaceAll(/^["`[]|["`\]]$/g, '').toLowerCase()),
  )
  return tables.some((table) => names.has(lastPart(table)))
}

import { areaRuleTexts, message, type AreaProblem, type RowSecurityRule } from '@parlance/contract'
import { memo } from 'react'
import { conditionStarts } from '../../../lib/security/conjunction.ts'
import { copyName } from '../../../lib/security/rule-groups.ts'
import {
  fromSimpleRows,
  isBlank,
  isRowDocument,
  openingRowMode,
  rowRuleGaps,
  rowRulesOf,
  rowRuleTexts,
  ruleOfRow,
  simpleRuleLimit,
  simpleRuleName,
  toSimpleRows,
  whyNotSimpleRows,
  withRowRules,
  type RowRulesValue,
  type SimpleRow,
} from '../../../lib/security/row-rules.ts'
import { newTableItem, tableItemGap, tableItems, type TableItem } from '../../../lib/security/table-items.ts'
import { rowExamples } from './examples.ts'
import { Parameters } from './parameters.tsx'
import { problemsAt, type ProblemIndex } from './problem-index.ts'
import { RowRulesOverview } from './row-rules-overview.tsx'
import type { RuleKind, RuleSectionProps } from './rule-kind.ts'
import { RuleSection } from './rule-section.tsx'
import { RowRulesList } from './rules-list.tsx'
import { SimpleRowFields } from './simple-row-fields.tsx'
import { TableConditionFields } from './table-condition.tsx'

interface RowTypes {
  Value: RowRulesValue
  Rule: RowSecurityRule
  Row: SimpleRow
  Item: TableItem
}

const rowKind: RuleKind<RowTypes> = {
  section: 'row_security',
  id: 'row-security',
  texts: {
    title: message('Row-Level Security'),
    intro: message('Users see only the rows that meet every rule for a table.'),
    edition: areaRuleTexts.rowSecurityEdition,
    json: message('Row security rules as JSON'),
    none: message('No rules. Everyone with access to this area sees every row.'),
  },
  modes: {
    simple: message('Simple Rules'),
    advanced: message('Advanced Builder'),
    json: message('JSON Editor'),
  },
  examples: rowExamples,
  none: {},
  rulesOf: rowRulesOf,
  withRules: withRowRules,
  openingMode: openingRowMode,
  whyNotSimple: whyNotSimpleRows,
  accepts: isRowDocument,
  gapsOf: rowRuleGaps,
  simple: {
    itemsOf: toSimpleRows,
    apply: fromSimpleRows,
    keyOf: ({ table, kept }) => kept?.name ?? simpleRuleName(table),
    fresh: (table) => ({ table, condition: '', kept: null }),
    copyOf: copyOfRow,
    placeOf: ({ table }) => table,
    gapOf: ({ table, condition }) => (isBlank(table) || isBlank(condition) ? rowRuleTexts.simple : null),
    labelOf: (_row, n) => message('Rule {n}', { n }),
    nameOf: (_row, n) => message('rule {n}', { n }),
    problemsOf: ({ item, items, index }) => problemsOfRow(item, items, index),
    fullText: (value) =>
      rowRulesOf(value).length < simpleRuleLimit
        ? null
        : message('Simple Rules supports up to {n, number} rules. Use the Advanced Builder for more.', {
            n: simpleRuleLimit,
          }),
    addLabel: message('Add rule'),
    styles: { list: 'mb-2 border-line not-empty:border-b *:border-t *:border-line *:py-2' },
    Fields: SimpleRowFields,
  },
  groups: {
    ...tableItems,
    freshRule: (table) => ({ name: table === '' ? '' : simpleRuleName(table), tables: {} }),
    fresh: newTableItem,
    copyOf: (item) => item,
    gapOf: tableItemGap,
    gap: rowRuleTexts.group,
    labelOf: (_item, n) => message('Table condition {n}', { n }),
    nameOf: ({ table }, n) => message('condition for {table}', { table: table === '' ? n : table }),
    summaryOf,
    addLabel: message('Add table condition'),
    styles: { list: undefined, part: 'mb-3 border-s-2 border-line-strong py-0.5 ps-3.5' },
    Fields: TableConditionFields,
  },
  ReadOnlyList: RowRulesList,
  Extras: Parameters,
  Overview: RowRulesOverview,
}

/** Which rows of a table a user may see: as conditions, as rule groups, or as JSON. */
export const RowSecuritySection = memo(function RowSecuritySection(props: RuleSectionProps<RowRulesValue>) {
  return <RuleSection kind={rowKind} {...props} />
})

/** A copy of a stored rule needs its own name. */
function copyOfRow(row: SimpleRow, rows: SimpleRow[]): SimpleRow {
  const taken = rows.flatMap(({ kept }) => kept?.name ?? [])
  return row.kept === null ? row : { ...row, kept: { ...row.kept, name: copyName(row.kept.name, taken) } }
}

/** The problems of a row; if its condition is one of several, only those inside it. */
function problemsOfRow(row: SimpleRow, rows: SimpleRow[], index: ProblemIndex): readonly AreaProblem[] {
  const { name, rows: siblings } = ruleOfRow(row, rows)
  const ofRule = index.ofRule(name)
  if (row.kept !== null) return ofRule.filter(({ table }) => table === null || table === row.table)
  const problems = problemsAt(ofRule, row.table, () => true)
  if (problems.length === 0) return problems
  const at = siblings.indexOf(row)
  const start = conditionStarts(siblings.map(({ condition }) => condition))[at] ?? 0
  return problems.flatMap((problem) => {
    if (problem.position === null || problem.part !== 'condition') return at === 0 ? [problem] : []
    const position = problem.position - start
    const isLast = at === siblings.length - 1
    const isOwn = (position >= 0 || at === 0) && (position <= row.condition.length || isLast)
    return isOwn ? [{ ...problem, position: Math.max(0, Math.min(position, row.condition.length)) }] : []
  })
}

/** The only condition, or the number of tables. */
function summaryOf(items: TableItem[]) {
  const [first] = items
  if (items.length !== 1 || first === undefined) {
    return message('{n, plural, one {# table} other {# tables}}', { n: items.length })
  }
  const { inherit_parent_security: isInherited, join_condition: join = '', condition = '' } = first.entry
  return `${first.table}: ${isInherited === true ? join : condition}`
}

import { areaRuleTexts, message, type ColumnSecurityRule } from '@parlance/contract'
import { memo } from 'react'
import {
  columnRuleGaps,
  columnRulesOf,
  columnRuleTexts,
  defaultMaskChoice,
  fromSimpleMasks,
  isColumnDocument,
  listMasks,
  maskGap,
  maskOf,
  maskRows,
  openingColumnMode,
  simpleMaskRuleName,
  whyNotSimpleMasks,
  withColumnRules,
  type ColumnRulesValue,
  type MaskRow,
} from '../../../lib/security/column-rules.ts'
import { numberedName } from '../../../lib/security/rule-groups.ts'
import { columnExamples } from './examples.ts'
import { maskName, MaskFields } from './mask-fields.tsx'
import type { FieldsProps, PartKind, RuleKind, RuleSectionProps } from './rule-kind.ts'
import { RuleSection } from './rule-section.tsx'
import { ColumnRulesList } from './rules-list.tsx'

const masks: PartKind<MaskRow> = {
  fresh: (table) => ({ table, column: '', mask: maskOf(defaultMaskChoice, '') }),
  copyOf: (row) => row,
  placeOf: maskRows.placeOf,
  gapOf: maskGap,
  labelOf: (row, n) => message('Mask for {name}', { name: maskName(row, n) }),
  nameOf: (row, n) => message('mask for {name}', { name: maskName(row, n) }),
  addLabel: message('Add column mask'),
  styles: {
    list: 'mb-2 border-line not-empty:border-b *:border-t *:border-line *:py-2 *:[contain-intrinsic-size:auto_45px] *:[content-visibility:auto]',
  },
  Fields: MaskFields,
}

interface MaskTypes {
  Value: ColumnRulesValue
  Rule: ColumnSecurityRule
  Row: MaskRow
  Item: MaskRow
}

const maskKind: RuleKind<MaskTypes> = {
  section: 'column_security',
  id: 'column-security',
  texts: {
    title: message('Column-Level Security'),
    intro: message(
      'Masked columns never show real values. If several masks apply to a column, the strictest one is used.',
    ),
    edition: areaRuleTexts.columnSecurityEdition,
    json: message('Column security rules as JSON'),
    none: message('No masks. Everyone with access to this area sees every value.'),
  },
  modes: {
    simple: message('Simple Masking'),
    advanced: message('Advanced Builder'),
    json: message('JSON Editor'),
  },
  examples: columnExamples,
  none: {},
  rulesOf: columnRulesOf,
  withRules: withColumnRules,
  openingMode: openingColumnMode,
  whyNotSimple: whyNotSimpleMasks,
  accepts: isColumnDocument,
  gapsOf: columnRuleGaps,
  simple: {
    ...masks,
    itemsOf: (value) => listMasks(columnRulesOf(value)),
    // The rule stays while its last mask is removed and another one is added.
    apply: (rows, now, opened) => fromSimpleMasks(rows, columnRulesOf(now).length > 0 ? now : opened),
    keyOf: maskRows.placeOf,
    problemsOf: ({ layer, value, index }) =>
      index.ofRule(numberedName(columnRulesOf(value)[0]?.name ?? simpleMaskRuleName, layer + 1)),
    fullText: () => null,
    Fields: SimpleMaskFields,
  },
  groups: {
    ...maskRows,
    ...masks,
    freshRule: () => ({ name: '', tables: {} }),
    gap: columnRuleTexts.group,
    summaryOf: (rows) => message('{n, plural, one {# column} other {# columns}}', { n: rows.length }),
  },
  ReadOnlyList: ColumnRulesList,
  Extras: null,
  Overview: null,
}

function SimpleMaskFields(props: FieldsProps<MaskRow>) {
  return <MaskFields {...props} isSimple />
}

/** How users see a column's values: as one mask per column, as rule groups, or as JSON. */
export const ColumnSecuritySection = memo(function ColumnSecuritySection(props: RuleSectionProps<ColumnRulesValue>) {
  return <RuleSection kind={maskKind} {...props} />
})

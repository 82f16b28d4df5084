import {
  areaRuleTexts,
  createAreaRequestSchema,
  definitionsSchema,
  type AreaEditionLimits,
  type AreaJoin,
  type AreaTableInput,
  type Definitions,
  type Message,
} from '@parlance/contract'
import type { TFunction } from 'i18next'
import { z } from 'zod'
import { translate } from '../../../lib/i18n.ts'
import { columnRuleGaps, type ColumnRulesValue } from '../../../lib/security/column-rules.ts'
import { rowRuleGaps, type RowRulesValue } from '../../../lib/security/row-rules.ts'
import { cleanJoin, isComplete } from './area-joins.ts'
import type { TableIndex } from './table-names.ts'
import { invalidTables, type AreaForm } from './area-form.ts'

/** What the dialog knows about the area that its schema does not. */
export interface AreaRules {
  index: TableIndex | null
  limits: AreaEditionLimits
  tableMode: AreaForm['tableMode']
  t: TFunction
}

/**
 * The contract's rules for the fields of an area except its lists, whose incomplete input has the dialog's own
 * messages.
 */
export function areaFormSchema({ index, limits, tableMode, t }: AreaRules) {
  return z.object({
    ...createAreaRequestSchema.omit({ access: true }).shape,
    application_id: z.string().min(1, t('Please select an application.')),
    tables: checked<AreaTableInput[]>((tables) => checkTables({ tables, tableMode }, index, limits, t)),
    joins: checked<AreaJoin[]>((joins) =>
      joins.map(cleanJoin).every((join) => join === null || isComplete(join))
        ? null
        : t('A join needs a table and a column on both sides. Complete it or remove it.'),
    ),
    definitions: checked<Definitions>((definitions) =>
      definitionsSchema.safeParse(definitions).success
        ? null
        : t('A definition is incomplete. Fill in the marked fields, or remove it.'),
    ),
    row_security_rules: checked<RowRulesValue>((value) => firstOf(rowRuleGaps(value), t)),
    column_security_rules: checked<ColumnRulesValue>((value) => firstOf(columnRuleGaps(value), t)),
  })
}

/** Reports too many, unknown or missing tables. */
export function checkTables(
  form: Pick<AreaForm, 'tables' | 'tableMode'>,
  index: TableIndex | null,
  limits: AreaEditionLimits,
  t: TFunction,
): string | null {
  const { edition, max_tables_per_area: most } = limits
  if (form.tables.length === 0) return translate(t, areaRuleTexts.tablesRequired)
  const invalid = invalidTables(form, index)
  if (invalid.length > 0) return t('Invalid tables: {names}', { names: invalid.join(', ') })
  if (most !== -1 && form.tables.length > most) return translate(t, areaRuleTexts.tableLimit(edition, most))
  return null
}

/** A form value checked by one function, which returns the problem. */
function checked<Value>(problemOf: (value: Value) => string | null) {
  return z.custom<Value>().superRefine((value, context) => {
    const message = problemOf(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

function firstOf(gaps: Message[], t: TFunction): string | null {
  const [gap] = gaps
  return gap === undefined ? null : translate(t, gap)
}

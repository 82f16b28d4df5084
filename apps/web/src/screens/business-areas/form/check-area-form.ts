import { areaRuleTexts, type AreaEditionLimits } from '@parlance/contract'
import { columnRuleGaps } from '../../../lib/security/column-rules.ts'
import { rowRuleGaps } from '../../../lib/security/row-rules.ts'
import { isComplete } from '../joins/area-joins.ts'
import type { TableIndex } from '../tables/table-names.ts'
import { invalidTables, joinsOf, type AreaForm } from './area-form.ts'

export interface FormProblem {
  text: string
  values: Record<string, string | number>
}

export type FormPart = 'name' | 'application' | 'tables' | 'joins' | 'rules'

export type FormProblems = Partial<Record<FormPart, FormProblem>>

/** What keeps a form from being saved; an empty object where nothing does. */
export function checkAreaForm(form: AreaForm, index: TableIndex | null, limits: AreaEditionLimits): FormProblems {
  const problems: FormProblems = {}
  if (form.name.trim() === '') problems.name = { text: 'Business area name is required.', values: {} }
  if (form.applicationId === null) problems.application = { text: 'Please select an application.', values: {} }
  const tables = checkTables(form, index, limits)
  if (tables !== null) problems.tables = tables
  if (joinsOf(form).some((join) => !isComplete(join))) {
    problems.joins = {
      text: 'A join needs a table and a column on both sides. Complete it or remove it.',
      values: {},
    }
  }
  const [gap] = [...rowRuleGaps(form.rowRules), ...columnRuleGaps(form.columnRules)]
  if (gap !== undefined) problems.rules = { text: gap, values: {} }
  return problems
}

/** Too many tables, unknown ones, or none. */
export function checkTables(form: AreaForm, index: TableIndex | null, limits: AreaEditionLimits): FormProblem | null {
  const { edition, max_tables_per_area: most } = limits
  if (form.tables.length === 0) return { text: areaRuleTexts.tablesRequired, values: {} }
  const invalid = invalidTables(form, index)
  if (invalid.length > 0) return { text: 'Invalid tables: {{names}}', values: { names: invalid.join(', ') } }
  if (most !== -1 && form.tables.length > most) return { text: areaRuleTexts.tableLimit(edition, most), values: {} }
  return null
}

/** The line above the form once it was refused. */
export function summaryOf(problems: FormProblems): string | null {
  if (problems.tables?.text.startsWith('Invalid tables') === true) {
    return 'Some table names are invalid. Please check and correct them.'
  }
  if (problems.rules !== undefined) return problems.rules.text
  return Object.keys(problems).length > 0 ? 'Please correct the marked fields.' : null
}

import { namesOf, type AreaEditable, type AreaProblem, type User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { draftExamplesQuery } from '../../../api/area-drafts.ts'
import { areaAccessQuery } from '../../../api/areas.ts'
import { examplesQuery } from '../../../api/examples.ts'
import type { AreaTab } from '../../../lib/area-tabs.ts'
import { formatCount } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { ruleCount } from '../../../lib/security/removed-rules.ts'
import { examplesInDraft } from '../drafts/examples-in-draft.ts'
import { joinsOf, type AreaForm } from '../form/area-form.ts'
import { isDescribed } from '../form/table-names.ts'
import { checkTables } from '../form/check-area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { visibilityLooks } from '../form/visibility-field.tsx'
import type { RuleChecks } from './use-rule-checks.ts'

/** What a tab says about its part of the area. */
export interface TabStatus {
  text: string
  tone: 'plain' | 'warning' | 'danger'
}

/** The tab that edits each field. */
const tabOf: Record<keyof AreaEditable, AreaTab> = {
  area_name: 'basics',
  description: 'basics',
  ai_instructions: 'basics',
  synonyms: 'basics',
  sample_questions: 'basics',
  application_id: 'basics',
  is_default: 'basics',
  is_active: 'basics',
  visibility: 'access',
  tables: 'tables',
  joins: 'relationships',
  definitions: 'definitions',
  row_security_rules: 'rows',
  column_security_rules: 'masks',
}

const tabOfStep: Partial<Record<string, AreaTab>> = { tables: 'tables', joins: 'relationships', access: 'access' }

export type Faults = ReadonlyMap<AreaTab, number>

/** The number of errors on each tab that has some. */
export function faultsOf(editor: AreaEditor, checks: RuleChecks, t: TFunction): Faults {
  const { form, fields, available, limits, failure } = editor
  const faults = new Map<AreaTab, number>()
  const add = (tab: AreaTab, count: number) => {
    if (count > 0) faults.set(tab, (faults.get(tab) ?? 0) + count)
  }
  const wrong = Object.keys(fields.formState.errors) as (keyof AreaEditable)[]
  for (const field of wrong) add(tabOf[field] ?? 'basics', 1)
  const isEarly = !wrong.includes('tables') && form.tables.length > 0
  if (isEarly && checkTables(form, available.index, limits, t) !== null) add('tables', 1)
  for (const [tab, problems] of problemsOf(editor, checks)) add(tab, countOf(problems, 'error'))
  const failed = tabOfStep[failure?.step ?? '']
  if (failed !== undefined && !faults.has(failed)) add(failed, 1)
  return faults
}

interface TabViewer {
  me: User
  /** Whether the page shows the draft. */
  inDraft: boolean
}

/** The status of each tab: errors first, then warnings, then how much it has. */
export function useTabStatus(editor: AreaEditor, checks: RuleChecks, faults: Faults, { me, inDraft }: TabViewer) {
  const { t } = useTranslation()
  const counts = useCounts(editor, me, inDraft)
  const found = problemsOf(editor, checks)
  const readOnly = editor.base !== null && !editor.base.can_edit
  return (tab: AreaTab): TabStatus | null => {
    const errors = faults.get(tab) ?? 0
    if (errors > 0) return { tone: 'danger', text: t('{n, plural, one {# error} other {# errors}}', { n: errors }) }
    const warnings = countOf(found.get(tab) ?? [], 'warning')
    if (warnings > 0) {
      return { tone: 'warning', text: t('{n, plural, one {# warning} other {# warnings}}', { n: warnings }) }
    }
    if (tab === 'descriptions' && !readOnly) {
      const { form, available } = editor
      const missing = form.tables.filter((table) => !isDescribed(table, available.index)).length
      return missing === 0 ? null : { tone: 'warning', text: t('{n, number} missing', { n: missing }) }
    }
    const count = counts[tab] ?? 0
    if (tab === 'access' && count === 0) {
      return { tone: 'plain', text: translate(t, visibilityLooks[editor.form.visibility].label) }
    }
    return count === 0 ? null : { tone: 'plain', text: formatCount(count) }
  }
}

function useCounts({ base, form }: AreaEditor, me: User, inDraft: boolean): Partial<Record<AreaTab, number>> {
  const areaId = base?.area_id ?? ''
  const examples = useQuery({ ...examplesQuery(areaId), enabled: base !== null }).data ?? []
  const drafted = useQuery({ ...draftExamplesQuery(areaId), enabled: inDraft }).data?.examples ?? []
  const shown = inDraft ? examplesInDraft(examples, drafted).filter(({ change }) => change?.draft !== null) : examples
  const hasList = form.visibility === 'restricted' && base !== null
  const mayManage = base?.can_manage_access === true || me.role === 'ADMIN'
  const stored = useQuery({ ...areaAccessQuery(areaId), enabled: hasList && mayManage }).data?.access_list.length ?? 0
  const { add, remove } = form.access
  return {
    tables: form.tables.length,
    relationships: joinsOf(form).length,
    definitions: namesOf(form.definitions).reduce((sum, list) => sum + form.definitions[list].length, 0),
    rows: ruleCount(form.row_security_rules),
    masks: maskCount(form.column_security_rules),
    examples: shown.length,
    access: form.visibility === 'restricted' ? stored + add.length - remove.length : 0,
  }
}

/** Maps the problems that the server found to their tabs. */
function problemsOf({ found }: AreaEditor, checks: RuleChecks): Map<AreaTab, AreaProblem[]> {
  const of = (section: AreaProblem['section']) => found.filter((problem) => problem.section === section)
  return new Map([
    ['tables', of('tables')],
    ['relationships', of('joins')],
    ['definitions', checks.definitions],
    ['rows', checks.row],
    ['masks', checks.column],
  ])
}

function countOf(problems: AreaProblem[], severity: AreaProblem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length
}

/** The number of masked columns. */
function maskCount(value: AreaForm['column_security_rules']): number {
  if (!('rules' in value)) return 0
  const tables = value.rules.flatMap((rule) => Object.values(rule.tables))
  return tables.reduce((sum, columns) => sum + Object.keys(columns).length, 0)
}

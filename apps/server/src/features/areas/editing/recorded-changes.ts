import type { AuditChange, AuditDetail, AuditField } from '@parlance/contract'
import { changesBetween, hiddenChange } from '../../audit/service.ts'
import { isSame } from '../../../lib/is-same.ts'
import type { AreaRecord } from '../store/area-record.ts'

/** Texts and rules: the log says of them only that they changed (R21). */
const hiddenParts: Partial<Record<AuditField, (area: AreaRecord) => unknown>> = {
  description: (area) => area.description,
  instructions: (area) => area.instructions,
  synonyms: (area) => area.synonyms,
  sample_questions: (area) => area.sampleQuestions,
  tables: (area) => area.tables,
  relationships: (area) => area.joins,
  definitions: (area) => area.definitions,
  row_rules: (area) => area.rowRules,
  masks: (area) => area.columnRules,
}

/** What a change of a business area changed, without its rules. */
export function recordedChanges(before: AreaRecord, after: AreaRecord): AuditChange[] {
  const shown = changesBetween(shownParts(before), shownParts(after))
  const isShown = (field: string) => shown.some((change) => change.field === field)
  const hidden = (Object.keys(hiddenParts) as AuditField[]).filter((field) => {
    const part = hiddenParts[field]
    return part !== undefined && !isShown(field) && !isSame(part(before), part(after))
  })
  return [...shown, ...hidden.map(hiddenChange)]
}

function shownParts({ name, visibility, isActive, applicationId, tables, joins }: AreaRecord): AuditDetail {
  return {
    name,
    visibility,
    is_active: isActive,
    application_id: applicationId,
    table_count: tables.length,
    relationship_count: joins.length,
  }
}

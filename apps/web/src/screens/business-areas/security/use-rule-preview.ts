import { areaDraftSchema, pickFields, type AreaDraft } from '@parlance/contract'
import { useEffect, useMemo, useRef } from 'react'
import { wholeColumnRules } from '../../../lib/security/column-rules.ts'
import { wholeRowRules } from '../../../lib/security/row-rules.ts'
import { createRequestOf, type AreaForm } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import type { RulePreview } from './rule-kind.ts'

/** What previews of an area's rules need while it is edited; undefined for a new area. Keeps its identity. */
export function useRulePreview(editor: AreaEditor): RulePreview | undefined {
  const { base } = editor
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  return useMemo(() => {
    if (base === null) return undefined
    return { area: base, draft: () => (latest.current.isDirty ? draftOf(latest.current.form) : undefined) }
  }, [base])
}

/** The unsaved changes; incomplete rules are left out. */
function draftOf(form: AreaForm): AreaDraft {
  return {
    ...pickFields(createRequestOf(form), areaDraftSchema.keyof().options),
    row_security_rules: wholeRowRules(form.row_security_rules),
    column_security_rules: wholeColumnRules(form.column_security_rules),
  }
}

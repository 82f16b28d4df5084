import { areaDraftSchema, pickFields, type AreaDraft } from '@parlance/contract'
import { useEffect, useMemo, useRef } from 'react'
import { wholeColumnRules } from '../../../lib/security/column-rules.ts'
import { wholeRowRules } from '../../../lib/security/row-rules.ts'
import { createRequestOf, type AreaForm } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import type { PreviewStart } from './use-preview.ts'

/** Returns what a preview shows at this moment: the area, with its unsaved changes if there are any. */
export type DraftPreview = () => Pick<PreviewStart, 'area' | 'draft'>

/** Previews an area as it is edited; undefined while a new area has no application or tables. Keeps its identity. */
export function useDraftPreview(editor: AreaEditor): DraftPreview | undefined {
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  const { base, form } = editor
  const isEmpty = base === null && (form.application_id === '' || form.tables.length === 0)
  return useMemo(() => (isEmpty ? undefined : () => startOf(latest.current)), [isEmpty])
}

function startOf({ base, form, isDirty }: AreaEditor): ReturnType<DraftPreview> {
  if (base === null) return { area: { ...form, area_id: null }, draft: draftOf(form) }
  return { area: base, draft: isDirty ? draftOf(form) : undefined }
}

/** The unsaved changes; incomplete rules are left out. */
function draftOf(form: AreaForm): AreaDraft {
  return {
    ...pickFields(createRequestOf(form), areaDraftSchema.keyof().options),
    row_security_rules: wholeRowRules(form.row_security_rules),
    column_security_rules: wholeColumnRules(form.column_security_rules),
  }
}

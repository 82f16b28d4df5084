import { lazy, useCallback, useMemo } from 'react'
import type { AreaForm } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { MaskPlaceProvider, useMaskPlace } from '../security/mask-place.ts'
import { useDraftPreview } from '../security/use-draft-preview.ts'
import { useRuleSources } from '../security/rule-sources.ts'
import type { RuleChecks } from './use-rule-checks.ts'

const RowSecuritySection = lazy(async () => ({
  default: (await import('../security/row-security-section.tsx')).RowSecuritySection,
}))
const ColumnSecuritySection = lazy(async () => ({
  default: (await import('../security/column-security-section.tsx')).ColumnSecuritySection,
}))

interface SecurityPartProps {
  editor: AreaEditor
  readOnly: boolean
  checks: RuleChecks
}

/** Which rows each user may see. Users who may not edit the area see that there are rules, but not which. */
export function RowRulesPart({ editor, readOnly, checks }: SecurityPartProps) {
  const { form, edit, limits, base, openTables } = editor
  const sources = useRuleSources(form, !readOnly && limits.row_security_enabled)
  const counted = useMemo(() => ({ ...sources, openTables }), [sources, openTables])
  const change = useCallback((rules: AreaForm['row_security_rules']) => edit({ row_security_rules: rules }), [edit])
  return (
    <RowSecuritySection
      {...useShared(editor, readOnly)}
      sources={counted}
      value={form.row_security_rules}
      stored={base?.row_security_rules}
      onChange={change}
      enabled={limits.row_security_enabled}
      problems={checks.row}
      isProtected={base?.has_row_security ?? false}
    />
  )
}

/** Which columns are masked, for users who may edit the area. */
export function MasksPart({ editor, readOnly, checks }: SecurityPartProps) {
  const { form, edit, limits, base } = editor
  const change = useCallback(
    (rules: AreaForm['column_security_rules']) => edit({ column_security_rules: rules }),
    [edit],
  )
  return (
    <MaskPlaceProvider value={useMaskPlace(editor, readOnly)}>
      <ColumnSecuritySection
        {...useShared(editor, readOnly)}
        value={form.column_security_rules}
        stored={base?.column_security_rules}
        onChange={change}
        enabled={limits.column_security_enabled}
        problems={checks.column}
        isProtected={base?.has_column_security ?? false}
      />
    </MaskPlaceProvider>
  )
}

function useShared(editor: AreaEditor, readOnly: boolean) {
  const { form, available, limits } = editor
  const tables = useMemo(() => form.tables.map((table) => table.table_name), [form.tables])
  const preview = useDraftPreview(editor)
  return { tables, columnsOf: available.columnsOf, edition: limits.edition, readOnly, preview }
}

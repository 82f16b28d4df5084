import type { AreaProblem, CheckAreaRequest } from '@parlance/contract'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { tableRequestOf, type AreaForm } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { LiveCheckLine } from '../security/live-check-line.tsx'
import { MaskPlaceProvider, useMaskPlace } from '../security/mask-place.ts'
import { useRulePreview } from '../security/use-rule-preview.ts'
import { useRuleSources } from '../security/rule-sources.ts'
import { useLiveCheck } from '../security/use-live-check.ts'

const RowSecuritySection = lazy(async () => ({
  default: (await import('../security/row-security-section.tsx')).RowSecuritySection,
}))
const ColumnSecuritySection = lazy(async () => ({
  default: (await import('../security/column-security-section.tsx')).ColumnSecuritySection,
}))

/**
 * Which rows each user may see, and which columns are masked. Users who may not edit the area see that there are rules,
 * but not which.
 */
export function SecuritySections({ editor, readOnly }: { editor: AreaEditor; readOnly: boolean }) {
  const { form, edit, available, limits, found, base } = editor
  const tables = useMemo(() => form.tables.map((table) => table.table_name), [form.tables])
  const sources = useRuleSources(form, !readOnly && limits.row_security_enabled)
  const maskPlace = useMaskPlace(editor, readOnly)
  const live = useLiveCheck(useDraft(editor, readOnly))
  // Once the current rules are proven, the problems from the last save are outdated.
  const current = live.state === 'checked' || live.state === 'checking' ? live.problems : found
  const rowProblems = useProblems(current, 'row_security')
  const columnProblems = useProblems(current, 'column_security')
  const changeRows = useCallback((rules: AreaForm['row_security_rules']) => edit({ row_security_rules: rules }), [edit])
  const changeColumns = useCallback(
    (rules: AreaForm['column_security_rules']) => edit({ column_security_rules: rules }),
    [edit],
  )
  const preview = useRulePreview(editor)
  const shared = { tables, columnsOf: available.columnsOf, edition: limits.edition, readOnly, preview }
  return (
    <Suspense>
      <RowSecuritySection
        {...shared}
        sources={sources}
        value={form.row_security_rules}
        stored={base?.row_security_rules}
        onChange={changeRows}
        enabled={limits.row_security_enabled}
        problems={rowProblems}
        isProtected={base?.has_row_security ?? false}
      />
      <MaskPlaceProvider value={maskPlace}>
        <ColumnSecuritySection
          {...shared}
          value={form.column_security_rules}
          stored={base?.column_security_rules}
          onChange={changeColumns}
          enabled={limits.column_security_enabled}
          problems={columnProblems}
          isProtected={base?.has_column_security ?? false}
        />
      </MaskPlaceProvider>
      {live.state !== 'none' && <LiveCheckLine check={live} />}
    </Suspense>
  )
}

/** The draft to prove while it is edited; null if there is nothing to prove. */
function useDraft({ form, limits }: AreaEditor, readOnly: boolean): CheckAreaRequest | null {
  const { application_id, tables, row_security_rules, column_security_rules } = form
  const isEditable = !readOnly && (limits.row_security_enabled || limits.column_security_enabled)
  return useMemo(
    () =>
      !isEditable || application_id === ''
        ? null
        : {
            application_id,
            tables: tables.map(tableRequestOf),
            row_security_rules,
            column_security_rules,
          },
    [isEditable, application_id, tables, row_security_rules, column_security_rules],
  )
}

function useProblems(found: AreaProblem[], section: AreaProblem['section']): AreaProblem[] {
  return useMemo(() => found.filter((problem) => problem.section === section), [found, section])
}

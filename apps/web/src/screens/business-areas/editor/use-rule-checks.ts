import type { AreaProblem, CheckAreaRequest } from '@parlance/contract'
import { useMemo } from 'react'
import { tableRequestOf } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useLiveCheck, type LiveCheck } from '../security/use-live-check.ts'

export interface RuleChecks {
  live: LiveCheck
  /** The problems of the row rules as far as they are known now. */
  row: AreaProblem[]
  /** The problems of the column masks as far as they are known now. */
  column: AreaProblem[]
}

/** Proves the rules while they are edited. */
export function useRuleChecks(editor: AreaEditor, readOnly: boolean): RuleChecks {
  const live = useLiveCheck(useDraft(editor, readOnly))
  // Once the current rules are proven, the problems from the last save are outdated.
  const current = live.state === 'checked' || live.state === 'checking' ? live.problems : editor.found
  return { live, row: useProblems(current, 'row_security'), column: useProblems(current, 'column_security') }
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

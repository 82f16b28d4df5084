import type { AreaProblem, CheckAreaRequest } from '@parlance/contract'
import { useMemo } from 'react'
import { ruleCount } from '../../../lib/security/removed-rules.ts'
import { joinsOf, tableRequestOf } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useLiveCheck, type LiveCheck } from '../security/use-live-check.ts'

export interface RuleChecks {
  live: LiveCheck
  /** The problems of the row rules as far as they are known now. */
  row: AreaProblem[]
  /** The problems of the column masks as far as they are known now. */
  column: AreaProblem[]
  /** The problems of the definitions as far as they are known now. */
  definitions: AreaProblem[]
  /** Whether there are rules that the live check proves. */
  hasRules: boolean
}

/** Proves the rules and the definitions while they are edited. */
export function useRuleChecks(editor: AreaEditor, readOnly: boolean): RuleChecks {
  const live = useLiveCheck(useDraft(editor, readOnly))
  // Once the current rules and definitions are proven, the problems from the last save are outdated.
  const current = live.state === 'checked' || live.state === 'checking' ? live.problems : editor.found
  return {
    live,
    row: useProblems(current, 'row_security'),
    column: useProblems(current, 'column_security'),
    definitions: useProblems(current, 'definitions'),
    hasRules: ruleCount(editor.form.row_security_rules) + ruleCount(editor.form.column_security_rules) > 0,
  }
}

/** The draft to prove while it is edited; null if there is nothing to prove. */
function useDraft({ form, limits }: AreaEditor, readOnly: boolean): CheckAreaRequest | null {
  const { application_id, tables, joins, definitions, row_security_rules, column_security_rules } = form
  const hasRules = limits.row_security_enabled || limits.column_security_enabled
  return useMemo(
    () =>
      readOnly || application_id === ''
        ? null
        : {
            application_id,
            tables: tables.map(tableRequestOf),
            joins: joinsOf({ joins }),
            definitions,
            ...(hasRules && { row_security_rules, column_security_rules }),
          },
    [readOnly, hasRules, application_id, tables, joins, definitions, row_security_rules, column_security_rules],
  )
}

function useProblems(found: AreaProblem[], section: AreaProblem['section']): AreaProblem[] {
  return useMemo(() => found.filter((problem) => problem.section === section), [found, section])
}

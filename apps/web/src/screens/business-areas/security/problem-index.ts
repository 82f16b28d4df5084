import type { AreaProblem } from '@parlance/contract'
import { useMemo } from 'react'

const none: readonly AreaProblem[] = []

/** Problems by rule, then by table and part; the rest stay in a separate list. */
export interface ProblemIndex {
  ofRule: (rule: string) => readonly AreaProblem[]
  /** The problems of rules with none of these names. */
  others: (rules: ReadonlySet<string>) => AreaProblem[]
}

export function useProblemIndex(problems: AreaProblem[], section: AreaProblem['section']): ProblemIndex {
  return useMemo(() => {
    const own = problems.filter((problem) => problem.section === section)
    const byRule = Map.groupBy(own, (problem) => problem.rule ?? '')
    return {
      ofRule: (rule) => byRule.get(rule) ?? none,
      others: (rules) => own.filter((problem) => !rules.has(problem.rule ?? '')),
    }
  }, [problems, section])
}

/** The problems of one part of a table; without a part, those that no field of the table shows. */
export function problemsAt(
  problems: readonly AreaProblem[],
  table: string,
  isPart: (part: string | null) => boolean,
): readonly AreaProblem[] {
  if (problems.length === 0) return none
  return problems.filter((problem) => problem.table === table && isPart(problem.part))
}

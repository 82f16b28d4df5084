import type { EvaluationResultDetail, EvaluationRun, RerunEvaluation, RerunSide } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { rerunQuery, resultQuery } from '../../../api/evaluation.ts'
import { ApiError } from '../../../lib/api-error.ts'

/** The outcome of a question in a run, and its queries run again. */
export interface RunSide {
  run: EvaluationRun
  /** Null if the run did not ask the question; undefined while it is loading. */
  result: EvaluationResultDetail | null | undefined
  rerun: RerunEvaluation | undefined
  /** Why there is no result, or why its queries did not run again. */
  error: unknown
  isRunning: boolean
  onAgain: () => void
}

/** Loads the outcome of a question in a run. Its queries run again if `isSettled`, so that moving on runs nothing. */
export function useRunSide(
  areaId: string,
  run: EvaluationRun | null,
  { questionId, isSettled }: { questionId: string; isSettled: boolean },
): RunSide | null {
  const runId = run?.id ?? ''
  const result = useQuery({ ...resultQuery(areaId, runId, questionId), enabled: run !== null })
  const hasResult = run !== null && result.data !== undefined
  const rerun = useQuery({ ...rerunQuery(areaId, runId, questionId), enabled: hasResult && isSettled })
  if (run === null) return null
  const isMissing = result.error instanceof ApiError && result.error.status === 404
  return {
    run,
    result: isMissing ? null : result.data,
    rerun: rerun.data,
    error: isMissing ? null : (result.error ?? rerun.error),
    isRunning: rerun.isFetching || (hasResult && !isSettled),
    onAgain: () => void (result.isError ? result.refetch() : rerun.refetch()),
  }
}

/** The cells that differ between the expected rows and those of the answer, as `row:column` of each side. */
export function differingCells(rerun: RerunEvaluation | undefined): { expected: Set<string>; actual: Set<string> } {
  const cells = rerun?.difference?.cells ?? []
  return {
    expected: new Set(cells.map(({ row, column }) => `${row}:${column}`)),
    actual: new Set(cells.map(({ actual_row: row, actual_column: column }) => `${row}:${column}`)),
  }
}

/** One card of a comparison. */
export interface Card {
  title: string
  /** Null for the expected result. */
  side: RunSide | null
  sql: string | null
  /** Undefined until the query has run. */
  rows: RerunSide | undefined
  marks: ReadonlySet<string>
}

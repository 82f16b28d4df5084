import type { EvaluationRun, EvaluationSet } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { evaluationRunsQuery } from '../../../api/evaluation.ts'
import type { EvaluationSearch } from './evaluation-search.ts'

/** The runs of a set that have outcomes and are not in progress, newest first, and the two of them that are compared. */
export interface ComparedRuns {
  ended: EvaluationRun[]
  /** Null if only one run has ended. */
  before: EvaluationRun | null
  /** Null if none has ended. */
  after: EvaluationRun | null
}

/**
 * By default, the last two runs that ended and asked all questions of the published area, or the last run in the draft if
 * it is newer. Runs in the address that no longer exist are ignored.
 */
export function pickRuns(runs: EvaluationRun[], { before, after }: EvaluationSearch): ComparedRuns {
  const ended = runs.filter(({ ended_at, done }) => ended_at !== null && done > 0)
  const whole = ended.filter(({ is_partial }) => !is_partial)
  const published = whole.filter(({ in_draft }) => !in_draft)
  const later = ended.find(({ id }) => id === after) ?? whole[0] ?? ended[0] ?? null
  const older = published.filter(({ number }) => later !== null && number < later.number)
  const chosen = ended.find(({ id }) => id === before && id !== later?.id)
  return { ended, before: chosen ?? older[0] ?? null, after: later }
}

/** The runs of a set and the compared ones. */
export function useRuns(set: EvaluationSet, search: EvaluationSearch) {
  const place = { areaId: set.area_id, setId: set.id }
  const runs = useQuery(evaluationRunsQuery(place, set.active_run?.id ?? 'idle'))
  return { runs, ...pickRuns(runs.data ?? [], search) }
}

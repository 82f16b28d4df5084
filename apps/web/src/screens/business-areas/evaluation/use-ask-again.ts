import type { EvaluationRun, EvaluationSet } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { evaluationSetsKey, startRun } from '../../../api/evaluation.ts'

interface AskAgain {
  questionIds: string[]
  /** The run whose user and model are used, instead of those of the set. */
  likeRunId?: string
}

/** Starts a run of some questions of a set. */
export function useAskAgain({ area_id: areaId, id: setId }: EvaluationSet, onStarted: (run: EvaluationRun) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ questionIds, likeRunId }: AskAgain) =>
      startRun(
        { areaId, setId },
        { question_ids: questionIds, ...(likeRunId !== undefined && { like_run_id: likeRunId }) },
      ),
    onSuccess: async (run) => {
      await queryClient.invalidateQueries({ queryKey: evaluationSetsKey(areaId) })
      onStarted(run)
    },
  })
}

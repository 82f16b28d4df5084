import type { EvaluationQuestion, EvaluationSet } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveQuestions, deleteQuestion, evaluationKey } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'

/** Approves and deletes questions of a set; `problem` describes a failure. Each action resolves to whether it worked. */
export function useQuestionActions(set: EvaluationSet) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const place = { areaId: set.area_id, setId: set.id }
  const work = async (call: () => Promise<unknown>, failure: string): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    try {
      await call()
      return true
    } catch (error) {
      setProblem(describeError(error, failure))
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      setBusy(false)
    }
  }
  const couldNotApprove = t('Could not change the approval. Try again.')
  return {
    isBusy,
    problem,
    approve: (ids: string[], approved: boolean) => work(() => approveQuestions(place, ids, approved), couldNotApprove),
    approveAll: async (n: number) => {
      const text = t('Approve {n, plural, one {the question} other {all # questions}} that wait for approval?', { n })
      if (!(await ask({ text, confirm: t('Approve all') }))) return false
      return work(() => approveQuestions(place, null, true), couldNotApprove)
    },
    remove: async ({ id, question }: EvaluationQuestion) => {
      const text = t('Delete the question "{question}"? Its outcomes in earlier runs stay.', { question })
      if (!(await ask({ text, confirm: t('Delete question'), danger: true }))) return false
      return work(() => deleteQuestion(place, id), t('Could not delete the question. Try again.'))
    },
  }
}

export type QuestionActions = ReturnType<typeof useQuestionActions>

import type { Example } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideExample, deleteExample, examplesKey } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'

/** Actions on examples, one at a time; `problem` describes a failure. */
export function useExampleActions() {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const work = async (example: Example, call: () => Promise<unknown>, failure: string) => {
    setWorking(example.id)
    setProblem(null)
    try {
      await call()
    } catch (error) {
      setProblem(describeError(error, failure))
    } finally {
      await queryClient.invalidateQueries({ queryKey: examplesKey })
      setWorking(null)
    }
  }
  return {
    /** The example that is being changed. */
    working,
    problem,
    decide: (example: Example, decision: 'approve' | 'reject') =>
      work(example, () => decideExample(example.id, decision), t('Could not update the example. Try again.')),
    remove: async (example: Example) => {
      const text = t('Delete the example "{question}"?', { question: example.question })
      if (!(await ask({ text, confirm: t('Delete example'), danger: true }))) return
      await work(example, () => deleteExample(example.id), t('Could not delete the example. Try again.'))
    },
  }
}

export type ExampleActions = ReturnType<typeof useExampleActions>

import type { CheckedExample, CorrectedExample, Example } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideExample, decideExamples, deleteExample, examplesKey, runExample } from '../../../api/examples.ts'
import { serverText } from '../../../lib/server-text.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'

/** Actions on examples, one at a time, with their failure and the results of runs. */
export function useExampleActions() {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ id: string; text: string } | null>(null)
  const [runs, setRuns] = useState<ReadonlyMap<string, CheckedExample | CorrectedExample>>(new Map())

  const refresh = () => queryClient.invalidateQueries({ queryKey: examplesKey })
  const keep = (checked: CheckedExample | CorrectedExample) =>
    setRuns((known) => new Map(known).set(checked.id, checked))
  const work = async (example: Example, call: () => Promise<unknown>, fallback: string) => {
    setWorking(example.id)
    setFailure(null)
    try {
      await call()
    } catch (error) {
      setFailure({ id: example.id, text: describeError(error, fallback) })
    } finally {
      await refresh()
      setWorking(null)
    }
  }
  return {
    /** The example that is being changed. */
    working,
    failure,
    /** Results of runs since the list was opened, by example. */
    runs,
    /** Takes the result of an example that was just written. */
    written: async (checked: CheckedExample | CorrectedExample) => {
      setFailure(null)
      keep(checked)
      await refresh()
    },
    run: (example: Example) =>
      work(example, async () => keep(await runExample(example.id)), t('Could not run the example. Try again.')),
    decide: (example: Example, decision: 'approve' | 'reject') =>
      work(example, () => decideExample(example.id, decision), t('Could not update the example. Try again.')),
    /** Decides about several examples, and says which ones stay as they are. */
    decideAll: async (chosen: readonly Example[], decision: 'approve' | 'reject') => {
      const [first] = chosen
      if (first === undefined) return
      const call = async () => {
        const { failed } = await decideExamples({ ids: chosen.map(({ id }) => id), decision })
        const [one] = failed
        if (one === undefined) return
        const text = t('{n, plural, one {# example was not changed.} other {# examples were not changed.}} {reason}', {
          n: failed.length,
          reason: serverText(one),
        })
        setFailure({ id: one.id, text })
      }
      await work(first, call, t('Could not update the examples. Try again.'))
    },
    remove: async (example: Example) => {
      const text = t('Delete the example "{question}"?', { question: example.question })
      if (!(await ask({ text, confirm: t('Delete example'), danger: true }))) return
      await work(example, () => deleteExample(example.id), t('Could not delete the example. Try again.'))
    },
  }
}

export type ExampleActions = ReturnType<typeof useExampleActions>

import type { EvaluationRun } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cancelRun, evaluationKey } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** The progress of a run that is waiting or in progress, with a button that cancels it. */
export function RunProgress({ areaId, run }: { areaId: string; run: EvaluationRun }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelRun(areaId, run.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: evaluationKey }),
  })
  const { number, done, total, right } = run
  return (
    <section
      className="mb-3 flex items-center gap-3 rounded-panel border border-line-strong px-4 py-3"
      aria-label={t('Run in progress')}
    >
      <Spinner />
      <div className="min-w-0 flex-1">
        <output className="block">
          {run.status === 'waiting'
            ? t('Run {number, number} is about to start.', { number })
            : t('Run {number, number}: {done, number} of {total, number} asked, {right, number} right', {
                number,
                done,
                total,
                right,
              })}
        </output>
        <ProgressBar className="mt-2" max={total} value={done} label={t('Questions asked')} />
        {cancel.isError && (
          <p className="text-meta text-danger" role="alert">
            {describeError(cancel.error, t('Could not cancel the run. Try again.'))}
          </p>
        )}
      </div>
      <Button size="small" disabled={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
        {cancel.isSuccess ? t('Canceling...') : t('Cancel run')}
      </Button>
    </section>
  )
}

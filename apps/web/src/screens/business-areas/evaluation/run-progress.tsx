import type { EvaluationRun } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cancelRun, evaluationKey } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './evaluation.module.css'

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
    <section className={styles.progress} aria-label={t('Run in progress')}>
      <Spinner />
      <div className="grow">
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
        <progress max={total} value={done} aria-label={t('Questions asked')} />
        {cancel.isError && (
          <p className="meta text-danger" role="alert">
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

import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { TestAllProgress as Progress } from './use-test-all.ts'

/** How many connections were tested so far, with a button that stops. */
export function TestAllProgress({
  progress,
  total,
  onStop,
}: {
  progress: Progress
  total: number
  onStop: () => void
}) {
  const { t } = useTranslation()
  const { passed, failed } = progress
  const done = passed + failed
  return (
    <section
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-(--r-panel) border border-line-strong bg-raised px-4 py-3"
      aria-label={t('Test of all connections')}
    >
      <Spinner />
      <p className="min-w-0 flex-1 text-(length:--text-dense) tabular-nums">
        {t('Tested {done, number} of {total, number}: {passed, number} passed, {failed, number} failed.', {
          done,
          total,
          passed,
          failed,
        })}
      </p>
      <Button size="small" onClick={onStop}>
        {t('Stop')}
      </Button>
      <progress
        className="h-1 w-full accent-accent"
        max={total}
        value={done}
        aria-label={t('Test of all connections')}
      />
    </section>
  )
}

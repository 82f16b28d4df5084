import type { CheckModelRequest, ModelReport, ModelRole } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Stethoscope, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { modelReportsQuery } from '../../api/model-checks.ts'
import { formatCount, formatDate, formatClock } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CheckList } from './check-list.tsx'
import { useModelCheck } from './use-model-check.ts'

interface ModelCheckPanelProps {
  /** The settings in the form; null while they cannot be checked. */
  request: CheckModelRequest | null
  /** Shows the last check of this stored model. */
  storedAs?: ModelRole
}

/** Checks everything about a model that matters for questions, and shows the results as they arrive. */
export function ModelCheckPanel({ request, storedAs }: ModelCheckPanelProps) {
  const { t } = useTranslation()
  const reports = useQuery(modelReportsQuery)
  const check = useModelCheck()
  const isFresh = check.isRunning || check.checks.length > 0
  const stored = storedAs === undefined || isFresh ? null : (reports.data?.[storedAs] ?? null)
  const report = check.report ?? stored
  const plan = reports.data?.plan
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {check.isRunning ? (
          <Button onClick={check.cancel}>
            <Icon of={X} />
            {t('Cancel check')}
          </Button>
        ) : (
          <Button disabled={request === null} onClick={() => request !== null && void check.run(request)}>
            <Icon of={Stethoscope} />
            {t('Check all features')}
          </Button>
        )}
        <output className="flex items-center gap-2 text-(length:--text-dense) leading-5">
          {check.isRunning && (
            <>
              <Spinner /> {t('Checking...')}
            </>
          )}
          {!check.isRunning && report !== null && <Summary report={report} />}
          {!check.isRunning && report === null && plan !== undefined && (
            <span className="text-muted">
              {t('At most {calls} calls and about {tokens} tokens.', {
                calls: formatCount(plan.calls),
                tokens: formatCount(plan.tokens),
              })}
            </span>
          )}
        </output>
      </div>
      {check.error !== null && <Note tone="danger">{check.error}</Note>}
      {isFresh ? (
        <CheckList checks={check.checks} running={check.running} />
      ) : (
        stored !== null && (
          <details className="[&>ol]:mt-2 [&>summary]:w-fit [&>summary]:cursor-pointer [&>summary]:text-(length:--text-dense) [&>summary]:text-muted">
            <summary>{t('Show the checks')}</summary>
            <CheckList checks={stored.checks} running={null} />
          </details>
        )
      )}
      {report?.sample && isFresh && <Sample sample={report.sample} />}
    </div>
  )
}

function Summary({ report }: { report: ModelReport }) {
  const { t } = useTranslation()
  const { passed, total, checked_at: at } = report
  return t('Checked on {date} at {time}: {passed} of {total} work.', {
    date: formatDate(at),
    time: formatClock(at),
    passed: formatCount(passed),
    total: formatCount(total),
  })
}

function Sample({ sample: { question, answer } }: { sample: NonNullable<ModelReport['sample']> }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1 rounded-[8px] border border-line p-3 text-(length:--text-dense) leading-5 wrap-anywhere">
      <p className="text-meta text-faint">{t('Answer to a question on the sample database')}</p>
      <p className="font-medium">{question}</p>
      <p>{answer}</p>
    </div>
  )
}

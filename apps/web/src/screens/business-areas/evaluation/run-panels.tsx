import type { EvaluationRun } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatCount, formatDuration, formatSessionDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Select } from '../../../ui/select.tsx'
import type { OnSearch } from './evaluation-search.ts'
import { TrendLine } from './trend-line.tsx'
import type { ComparedRuns } from './use-runs.ts'

interface RunPanelsProps {
  runs: ComparedRuns
  /** Number of questions in the set. */
  questions: number
  onSearch: OnSearch
}

/** The compared runs and the trend. */
export function RunPanels({ runs, questions, onSearch }: RunPanelsProps) {
  const { t } = useTranslation()
  const { ended, before, after } = runs
  if (after === null) return null
  const choose = (side: 'before' | 'after') => (id: string) => {
    // A run is never compared with itself: choosing the other one exchanges the two.
    const pair = { before: before?.id, after: after.id }
    const other = side === 'before' ? 'after' : 'before'
    const swapped = pair[other] === id ? { [other]: pair[side] } : {}
    onSearch({ ...pair, [side]: id, ...swapped }, { replace: true })
  }
  return (
    <section
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(240px,1fr))] overflow-hidden rounded-panel border border-line-strong max-md:grid-cols-2"
      aria-label={t('Compared runs')}
    >
      {before !== null && (
        <RunPanel
          label={t('Earlier run')}
          run={before}
          runs={ended}
          questions={questions}
          onChange={choose('before')}
          before={null}
        />
      )}
      <RunPanel
        label={t('Later run')}
        run={after}
        runs={ended}
        questions={questions}
        onChange={choose('after')}
        before={before}
      />
      <TrendLine runs={ended} marked={[before?.id ?? '', after.id]} />
    </section>
  )
}

interface RunPanelProps {
  label: string
  run: EvaluationRun
  runs: EvaluationRun[]
  questions: number
  /** The run to compare with. */
  before: EvaluationRun | null
  onChange: (id: string) => void
}

function RunPanel({ label, run, runs, questions, before, onChange }: RunPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  const now = useNow(60_000)
  return (
    <div className="min-w-0 px-4 py-3 shadow-[1px_0_0_var(--line)] max-md:px-3 max-md:py-2.5">
      <div className="flex items-center gap-2">
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <Select
          id={id}
          className="w-auto min-w-0 shrink"
          small
          value={run.id}
          disabled={runs.length < 2}
          onChange={(event) => onChange(event.target.value)}
        >
          {runs.map((each) => (
            <option key={each.id} value={each.id}>
              {runName(each, t)}
            </option>
          ))}
        </Select>
        <span className="text-meta text-faint">{formatSessionDate(run.ended_at ?? run.created_at, now)}</span>
      </div>
      <p className="mt-1.5 mb-0.5">
        <b className="text-(length:--text-page)/7 font-semibold">{formatCount(run.right)}</b>{' '}
        <span className="ms-1 text-muted">{t('of {n, number} right', { n: run.total })}</span>
        <ScoreChange by={before === null || run.is_partial || before.is_partial ? 0 : run.right - before.right} />
      </p>
      <p className="text-meta text-faint">{factsOf(run, questions, t).join(' · ')}</p>
      {run.reason !== null && <p className="text-meta text-warning">{translate(t, run.reason)}</p>}
    </div>
  )
}

function ScoreChange({ by }: { by: number }) {
  const { t } = useTranslation()
  if (by === 0) return null
  return (
    <span className={cn('ms-1', by > 0 ? 'text-success' : 'text-danger')}>
      <span aria-hidden>{by > 0 ? `+${formatCount(by)}` : `−${formatCount(-by)}`}</span>
      <span className="sr-only">
        {by > 0
          ? t('{n, number} more than in the earlier run', { n: by })
          : t('{n, number} fewer than in the earlier run', { n: -by })}
      </span>
    </span>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

function runName({ number: n, is_partial: isPartial, in_draft: inDraft, total }: EvaluationRun, t: Translate): string {
  if (inDraft && !isPartial) return t('Run {n, number}, draft', { n })
  if (!isPartial) return t('Run {n, number}', { n })
  return t('Run {n, number} ({total, plural, one {# question} other {# questions}})', { n, total })
}

function factsOf(run: EvaluationRun, questions: number, t: Translate): string[] {
  const notAsked = run.total - run.done
  return [
    run.is_partial &&
      t('{n, number} of {all, plural, one {# question} other {# questions}}', { n: run.total, all: questions }),
    run.wrong > 0 && t('{n, number} wrong', { n: run.wrong }),
    run.declined > 0 && t('{n, number} declined', { n: run.declined }),
    run.failed > 0 && t('{n, number} failed', { n: run.failed }),
    notAsked > 0 && t('{n, number} not asked', { n: notAsked }),
    run.warned > 0 && t('{n, number} with a warning', { n: run.warned }),
    run.median_ms !== null && t('median {time}', { time: formatDuration(run.median_ms) }),
    modelName(run, t),
    run.tokens > 0 && t('{n, number} tokens', { n: run.tokens }),
    run.cost !== null && run.cost > 0 && t('cost {cost, number}', { cost: Math.round(run.cost * 10_000) / 10_000 }),
  ].filter((fact): fact is string => fact !== false && fact !== '')
}

function modelName({ provider, model }: EvaluationRun, t: Translate): string {
  return provider === 'builtin' ? t('built-in engine') : (model ?? '')
}

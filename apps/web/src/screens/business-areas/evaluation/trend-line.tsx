import type { EvaluationRun } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'

/** Size of the drawing, and its space on the right for the last number. */
const width = 330
const height = 44
const margin = { side: 4, end: 36, top: 6 }
const runsDrawn = 12

interface TrendLineProps {
  /** Newest first. */
  runs: EvaluationRun[]
  /** The compared runs are marked. */
  marked: readonly string[]
}

/** The share of right answers of the last runs that asked all questions. */
export function TrendLine({ runs, marked }: TrendLineProps) {
  const { t } = useTranslation()
  const drawn = runs
    .filter(({ status, is_partial, in_draft }) => status === 'finished' && !is_partial && !in_draft)
    .slice(0, runsDrawn)
    .toReversed()
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (first === undefined || last === undefined || drawn.length < 2) return null
  const points = placesOf(drawn.map(({ right, total }) => right / total))
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const end = points.at(-1)
  const name = t('Right answers in the last {n, number} runs, from {first} of {firstTotal} to {last} of {lastTotal}', {
    n: drawn.length,
    first: formatCount(first.right),
    firstTotal: formatCount(first.total),
    last: formatCount(last.right),
    lastTotal: formatCount(last.total),
  })
  return (
    <div className="min-w-0 px-4 py-3 shadow-[1px_0_0_var(--line)] max-md:col-span-full max-md:px-3 max-md:py-2.5 max-md:shadow-[0_-1px_0_var(--line)]">
      <p className="text-meta text-muted" aria-hidden>
        {t('Right answers, last {n, number} runs', { n: drawn.length })}
      </p>
      <p className="sr-only">{name}</p>
      <svg className="mt-2 block w-full max-w-[330px] overflow-visible" viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <polyline
          className="fill-none stroke-(--data-1) stroke-2"
          strokeLinecap="round"
          strokeLinejoin="round"
          points={path}
        />
        {drawn.map((run, at) =>
          marked.includes(run.id) ? (
            <circle
              className="fill-(--data-1) stroke-page stroke-[1.5]"
              key={run.id}
              cx={points[at]?.x}
              cy={points[at]?.y}
              r={run === last ? 3.5 : 3}
            />
          ) : null,
        )}
        <text className="fill-ink text-[12px] font-medium" x={(end?.x ?? 0) + 9} y={(end?.y ?? 0) + 4}>
          {formatCount(last.right)}
        </text>
      </svg>
    </div>
  )
}

/** Points from left to right. The scale is the range of the shares, but at least ten percentage points. */
function placesOf(shares: number[]): { x: number; y: number }[] {
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  const range = Math.max(most - least, 0.1)
  const bottom = (least + most - range) / 2
  const step = (width - margin.side - margin.end) / (shares.length - 1)
  return shares.map((share, at) => ({
    x: margin.side + at * step,
    y: margin.top + (1 - (share - bottom) / range) * (height - 2 * margin.top),
  }))
}

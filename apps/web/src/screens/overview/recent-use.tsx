import type { Overview, UsageReport } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../../api/model-costs.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { Segments } from '../../ui/segments.tsx'
import { DayBars } from './day-bars.tsx'
import { OverviewSection } from './overview-section.tsx'

const views = ['questions', 'cost'] as const

/** The questions, ratings, and model costs of the last 30 days. */
export function RecentUse({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const [view, setView] = useState<(typeof views)[number]>('questions')
  const usage = useQuery(usageQuery({ group: 'day' }))
  const cost = usage.data === undefined ? null : mainCost(usage.data)
  const labels = { questions: t('Questions'), cost: t('Cost') }
  const questionDays = overview.days.map(({ day, answered, failed }) => {
    const value = answered + failed
    return { day, value, text: t('{n, plural, one {# question} other {# questions}}', { n: value }) }
  })
  const costDays = overview.days.map(({ day }) => {
    const value = cost?.byDay.get(day) ?? 0
    return { day, value, text: formatMoney(value, cost?.currency ?? 'USD') }
  })
  return (
    <OverviewSection
      title={t('Last 30 days')}
      aside={
        cost !== null && (
          <Segments aria-label={t('What the bars show')}>
            {views.map((each) => (
              <button key={each} type="button" aria-pressed={each === view} onClick={() => setView(each)}>
                {labels[each]}
              </button>
            ))}
          </Segments>
        )
      }
    >
      <Figures overview={overview} cost={cost} isCostKnown={usage.data !== undefined} />
      <DayBars days={view === 'cost' && cost !== null ? costDays : questionDays} label={labels[view]} />
    </OverviewSection>
  )
}

interface FiguresProps {
  overview: Overview
  cost: MainCost | null
  isCostKnown: boolean
}

function Figures({ overview, cost, isCostKnown }: FiguresProps) {
  const { t } = useTranslation()
  const answered = sumOf(overview.days.map((day) => day.answered))
  const failed = sumOf(overview.days.map((day) => day.failed))
  const total = answered + failed
  const { right, wrong } = overview.feedback
  const costText = cost === null ? t('None') : formatMoney(cost.total, cost.currency)
  return (
    <dl className="grid grid-cols-2 border-b border-line md:grid-cols-4">
      <Figure label={t('Questions')} note={changeText(total, overview.questions_before)}>
        {formatCount(total)}
      </Figure>
      <Figure
        label={t('Answered')}
        note={t('{n, plural, one {# failed or was canceled} other {# failed or were canceled}}', { n: failed })}
      >
        {total === 0 ? '–' : percent(answered / total)}
      </Figure>
      <Figure
        label={t('Marked right')}
        note={
          wrong > 0 ? (
            <Link to="/business-areas/approvals">{t('{n, number} marked wrong', { n: wrong })}</Link>
          ) : (
            t('{n, number} marked wrong', { n: wrong })
          )
        }
      >
        {formatCount(right)}
        <span className="text-[15px] font-normal text-muted"> {t('of {n, number}', { n: right + wrong })}</span>
      </Figure>
      <Figure label={t('Model cost')} note={<Link to="/models/costs">{t('Costs and budgets')}</Link>}>
        {isCostKnown ? costText : '–'}
      </Figure>
    </dl>
  )

  function changeText(now: number, before: number): string {
    if (before === 0) return t('None in the 30 days before')
    const change = (now - before) / before
    const sign = change > 0 ? '+' : ''
    return t('{change} from the 30 days before', { change: `${sign}${percent(change)}` })
  }
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="border-line py-3 pr-4 not-first:pl-4 not-last:border-r max-md:odd:pl-0 max-md:even:border-r-0 max-md:nth-[n+3]:border-t">
      <dt className="text-meta text-muted">{label}</dt>
      <dd>
        <span className="block text-[22px] leading-7 font-semibold tabular-nums">{children}</span>
        <span className="text-meta text-muted">{note}</span>
      </dd>
    </div>
  )
}

interface MainCost {
  currency: string
  total: number
  byDay: ReadonlyMap<string, number>
}

/** The costs in the currency with the highest sum; null if nothing cost anything. */
function mainCost({ total, rows }: UsageReport): MainCost | null {
  const main = total.costs.toSorted((one, other) => other.amount - one.amount)[0]
  if (main === undefined) return null
  const { currency } = main
  const amountOf = (costs: UsageReport['total']['costs']) =>
    costs.find((cost) => cost.currency === currency)?.amount ?? 0
  return { currency, total: main.amount, byDay: new Map(rows.map(({ key, costs }) => [key, amountOf(costs)])) }
}

function percent(share: number): string {
  return `${formatCount(Math.round(share * 100))}%`
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

import type { EvaluationBadges } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TrendingDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { evaluationBadgesQuery } from '../../../api/evaluation.ts'
import { badgeClass } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { formatDate, sessionDay } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Icon } from '../../../ui/icon.tsx'

interface EvaluationBadgeProps {
  areaId: string
  /** Shown if the area has no run. */
  fallback?: ReactNode
}

/** How many answers were right in the last run of an area, with a link to its evaluation. */
export function EvaluationBadge({ areaId, fallback = null }: EvaluationBadgeProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const badge = useQuery(evaluationBadgesQuery).data?.find((each) => each.area_id === areaId)
  if (badge === undefined) return fallback
  const hasFallen = badge.has_fallen
  return (
    <Link
      to="/business-areas/$areaId/evaluation"
      params={{ areaId }}
      search={{ set: badge.set_id }}
      className={badgeClass(hasFallen ? 'warning' : 'plain')}
      title={hasFallen ? t('Fewer answers are right than in the run before.') : undefined}
    >
      {hasFallen && <Icon of={TrendingDown} small />}
      <span className="tabular-nums">{textOf(badge, now, t)}</span>
      {hasFallen && <span className="sr-only">{t('Fewer answers are right than in the run before.')}</span>}
    </Link>
  )
}

type Badge = EvaluationBadges['badges'][number]

function textOf(
  { right, total, ended_at: endedAt }: Badge,
  now: Date,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const day = sessionDay(endedAt, now)
  if (day === 'Today') return t('{right, number} of {total, number} right, today', { right, total })
  if (day === 'Yesterday') return t('{right, number} of {total, number} right, yesterday', { right, total })
  return t('{right, number} of {total, number} right, {date}', { right, total, date: formatDate(endedAt) })
}

/** The link to the evaluation of an area. */
export function EvaluationLink({ areaId }: { areaId: string }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/business-areas/$areaId/evaluation"
      params={{ areaId }}
      className={buttonClass({ size: 'small', kind: 'quiet' })}
    >
      {t('Evaluation')}
    </Link>
  )
}

import type { AreaApproval } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalsQuery, type Decision } from '../../../api/protection.ts'
import { cn } from '../../../lib/cn.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { focusAfterRemoval } from '../security/focus-after.ts'
import { ApprovalCard } from './approval-card.tsx'
import { useDecisions } from './use-decisions.ts'
import { cardListClass } from '../../../components/page.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'

/** Every pending change with its two buttons, or the reason why there are none. */
export function ApprovalList() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...approvalsQuery, staleTime: 0 })
  const { notice, decide } = useDecisions()
  const section = useRef<HTMLElement>(null)
  const cards = useRef<HTMLDivElement>(null)
  const approvals = data?.approvals ?? []
  const decided = useRef<{ id: string; at: number } | null>(null)
  useEffect(() => {
    const last = decided.current
    if (last === null || approvals.some((approval) => approval.id === last.id)) return
    decided.current = null
    if (document.activeElement !== null && document.activeElement !== document.body) return
    // Don't focus the next Approve button: a second press of Enter must not decide on an unread request.
    focusAfterRemoval(cards.current, last.at, section.current, 'h2 a')
  })
  const decideAt = (at: number, approval: AreaApproval, decision: Decision) => {
    decided.current = { id: approval.id, at }
    return decide(approval, decision)
  }
  return (
    <section
      className={cn(cardListClass, 'grid-cols-[minmax(0,1fr)] [&+&]:mt-8')}
      aria-label={t('Changes waiting for approval')}
      ref={section}
      tabIndex={-1}
    >
      <h2 className="text-base/6 font-semibold">{t('Changes of business areas')}</h2>
      <LiveRegion>{notice !== null && <Note tone={notice.tone}>{notice.text}</Note>}</LiveRegion>
      {isPending && <p className="text-muted">{t('Loading approvals...')}</p>}
      {error !== null && <LoadFailure error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {data !== undefined && approvals.length === 0 && (
        <p className="text-muted">{t('No changes are waiting. Requests from area owners appear here.')}</p>
      )}
      <div className="grid gap-3" ref={cards}>
        {approvals.map((approval, at) => (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            onDecide={(decision) => decideAt(at, approval, decision)}
          />
        ))}
      </div>
      {data !== undefined && data.total_count > approvals.length && (
        <p className="text-muted">
          {t('Showing the first {shown, number} of {n, number} requests. Approve or decline these to see the rest.', {
            shown: approvals.length,
            n: data.total_count,
          })}
        </p>
      )}
    </section>
  )
}

function LoadFailure({ error, isFetching, onRetry }: { error: Error; isFetching: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 403) {
    return <Note tone="warning">{t('Only administrators can review changes that are waiting for approval.')}</Note>
  }
  return (
    <Note tone="danger">
      <p>{describeError(error, t('Could not load the approvals. Try again.'))}</p>
      <Button size="small" className="mt-2" disabled={isFetching} onClick={onRetry}>
        {t('Retry')}
      </Button>
    </Note>
  )
}

import type { User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalsQuery } from '../api/protection.ts'
import { dismissBanner, isBannerDismissed } from '../lib/dismissed-banner.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * The number of changes waiting for an administrator and of their areas; 0 for all other users, and until it is known.
 */
export function useWaitingApprovals(user: User): { total: number; areas: number } {
  const isAdmin = user.role === 'ADMIN'
  const { data } = useQuery({ ...approvalsQuery, enabled: isAdmin })
  if (!isAdmin || data === undefined) return { total: 0, areas: 0 }
  const listed = new Set(data.approvals.map((approval) => approval.area_id)).size
  // Each change left out of the response is counted as an area.
  return { total: data.total_count, areas: listed + data.total_count - data.approvals.length }
}

/** Shows administrators that business areas are waiting for approval, until they close it or nothing is waiting. */
export function ApprovalsBanner({ user }: { user: User }) {
  const { t } = useTranslation()
  const { areas } = useWaitingApprovals(user)
  const [isDismissed, setDismissed] = useState(() => isBannerDismissed(user.user_id))
  if (areas === 0 || isDismissed) return null
  const close = () => {
    dismissBanner(user.user_id)
    setDismissed(true)
  }
  return (
    <div className="flex min-h-10 flex-none items-center gap-2.5 border-b border-line bg-(--info-soft) py-1 pr-3 pl-4 text-dense">
      <Icon of={ShieldCheck} className="text-info" />
      <output className="min-w-0 flex-1">
        {t(
          '{n, plural, one {# business area is waiting for your approval.} other {# business areas are waiting for your approval.}}',
          { n: areas },
        )}{' '}
        <Link className="max-md:inline-block max-md:min-h-6" to="/business-areas/approvals">
          {t('Review')}
        </Link>
      </output>
      <Button kind="quiet" size="small" square aria-label={t('Dismiss')} title={t('Dismiss')} onClick={close}>
        <Icon of={X} small />
      </Button>
    </div>
  )
}

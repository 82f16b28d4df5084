import { message, type Message } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { groupCountQuery } from '../../api/groups.ts'
import { overviewQuery } from '../../api/overview.ts'
import { formatCount } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'

interface UserTab {
  label: Message
  to: '/users' | '/users/groups' | '/users/waiting' | '/users/api-access'
  /** What the number next to the label counts. */
  count?: 'waiting' | 'groups'
}

/** The pages of "Users and groups", in order. */
const tabs: readonly UserTab[] = [
  { label: message('Users'), to: '/users' },
  { label: message('Groups'), to: '/users/groups', count: 'groups' },
  { label: message('Waiting for approval'), to: '/users/waiting', count: 'waiting' },
  { label: message('API access'), to: '/users/api-access' },
]

/** Links to the pages of "Users and groups", with how many groups there are and how many users wait for approval. */
export function UserTabs() {
  const { t } = useTranslation()
  const attention = useQuery(overviewQuery).data?.attention ?? []
  const waiting = attention.reduce((sum, item) => sum + (item.kind === 'users' ? item.count : 0), 0)
  const groups = useQuery(groupCountQuery).data
  return (
    <nav
      aria-label={t('Users and groups')}
      className="mb-4 flex gap-6 overflow-x-auto border-b border-line max-md:gap-4"
    >
      {tabs.map(({ label, to, count }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="-mb-px flex min-h-10 flex-none items-center gap-1.5 border-b-2 border-transparent text-muted hover:text-ink hover:no-underline aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink max-md:min-h-11"
        >
          {translate(t, label)}
          {count === 'groups' && groups !== undefined && (
            <>
              {' '}
              <span className="text-meta text-faint tabular-nums">{formatCount(groups)}</span>
            </>
          )}
          {count === 'waiting' && waiting > 0 && (
            <>
              {' '}
              <Badge className="tabular-nums" tone="warning">
                {waiting}
              </Badge>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

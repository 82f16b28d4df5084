import type { Overview, User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAvailableActions } from '../../actions/actions-provider.tsx'
import { actions } from '../../actions/definitions.ts'
import { overviewQuery } from '../../api/overview.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { adminPages, type AdminPage, type AdminPlace } from './admin-pages.ts'
import { Badge } from '../../ui/badge.tsx'

const look =
  'flex min-h-8 w-full items-center gap-3 rounded-(--r-control) px-2 text-ink hover:bg-hover hover:no-underline max-md:min-h-11'

interface AdminNavigationProps {
  user: User
  place: AdminPlace
  /** Called when a link leaves the menu. */
  onLeave: () => void
}

/** The pages outside of the chat that this user may open, with the number of things that wait there. */
export function AdminNavigation({ user, place, onLeave }: AdminNavigationProps) {
  const { t } = useTranslation()
  const overview = useQuery({ ...overviewQuery, enabled: user.role === 'ADMIN' }).data
  const openAbout = useAvailableActions().get(actions.openAbout.id)
  const pages = adminPages.filter(({ isFor }) => isFor(user))
  const shared = { user, place, onLeave, waiting: overview === undefined ? {} : waitingOn(overview) }
  return (
    <nav className="mt-3" aria-label={t('Administration')}>
      <Entries pages={pages.filter(({ isLast }) => isLast !== true)} {...shared} />
      <div className="mt-4">
        <Entries pages={pages.filter(({ isLast }) => isLast === true)} {...shared} />
        <button
          type="button"
          className={cn(look, 'text-left')}
          onClick={() => {
            onLeave()
            openAbout?.()
          }}
        >
          <Icon of={Info} className="text-muted" />
          {t('About')}
        </button>
      </div>
    </nav>
  )
}

interface EntriesProps extends AdminNavigationProps {
  pages: AdminPage[]
  waiting: Partial<Record<string, number>>
}

function Entries({ pages, waiting, user, place, onLeave }: EntriesProps) {
  const { t } = useTranslation()
  return (
    <ul>
      {pages.map(({ id, label, icon, link, isOpen }) => {
        const open = isOpen(place, user)
        const count = waiting[id] ?? 0
        return (
          <li key={id}>
            <Link
              {...link}
              // The path of an entry includes the pages below it, which the router would not mark.
              activeProps={{}}
              aria-current={open ? 'page' : undefined}
              className={cn(look, open && 'bg-(--accent-soft) font-medium')}
              onClick={onLeave}
            >
              <Icon of={icon} className={open ? 'text-accent-text' : 'text-muted'} />
              <span className="min-w-0 flex-1 truncate">{translate(t, label)}</span>{' '}
              {count > 0 && (
                <Badge
                  tone={id === 'databases' ? 'danger' : 'warning'}
                  className="tabular-nums"
                  title={t('{n, plural, one {# needs attention} other {# need attention}}', { n: count })}
                >
                  {count}
                </Badge>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** How many things wait on each page. */
function waitingOn({ attention, more_connections: more }: Overview): Record<string, number> {
  const waiting = { databases: more, areas: 0, users: 0 }
  for (const item of attention) {
    switch (item.kind) {
      case 'connection':
      case 'sync':
        waiting.databases += 1
        break
      case 'users':
        waiting.users += item.count
        break
      case 'areas':
        waiting.areas += item.count
        break
      case 'examples':
        waiting.areas += item.pending + item.failing
        break
    }
  }
  return waiting
}

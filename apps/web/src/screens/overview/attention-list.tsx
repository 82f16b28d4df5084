import type { Attention, Overview } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CircleCheck, Clock, Layers, Star, TriangleAlert, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { ConnectionBadge } from '../../components/connection-state.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OverviewSection } from './overview-section.tsx'

interface ShownAttention {
  icon: LucideIcon
  tone: string
  title: ReactNode
  detail: string
  link: ReactNode
}

/** What an administrator should look at, each with a link to the place where it is solved. */
export function AttentionList({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { attention, more_connections: more } = overview
  const count = attention.length + more
  return (
    <OverviewSection
      title={t('Needs attention')}
      aside={count > 0 && <span className="text-muted tabular-nums">{count}</span>}
    >
      {attention.length === 0 ? (
        <p className="flex items-center gap-3 py-4 text-muted">
          <Icon of={CircleCheck} className="text-success" />
          {t('Nothing waits for you.')}
        </p>
      ) : (
        <ul>
          {attention.map((item) => (
            <Item key={'id' in item ? item.id : item.kind} shown={shownAs(item, now, t)} />
          ))}
          {more > 0 && (
            <li className="py-3 text-(length:--text-dense)">
              <Link to="/databases">
                {t('{n, plural, one {# more database} other {# more databases}} can’t be queried.', { n: more })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </OverviewSection>
  )
}

function Item({ shown: { icon, tone, title, detail, link } }: { shown: ShownAttention }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 max-md:flex-wrap">
      <Icon of={icon} className={tone} />
      <div className="min-w-0 flex-1">
        <p>{title}</p>
        <p className="text-meta text-muted wrap-anywhere">{detail}</p>
      </div>
      {link}
    </li>
  )
}

const linkLook = buttonClass({ size: 'small' })

function shownAs(item: Attention, now: Date, t: TFunction): ShownAttention {
  switch (item.kind) {
    case 'connection':
      return {
        icon: TriangleAlert,
        tone: 'text-danger',
        title: (
          <>
            {t('{name} can’t be queried', { name: item.name })} <ConnectionBadge connection={item} />
          </>
        ),
        detail: [
          item.problem ?? t('Its test failed.'),
          item.since !== null && t('Last tested: {when}', { when: formatSessionDate(item.since, now) }),
        ]
          .filter((part) => part !== false)
          .join(' '),
        link: (
          <Link className={linkLook} to="/databases" search={{ form: item.id }}>
            {t('Open database')}
          </Link>
        ),
      }
    case 'sync':
      return {
        icon: Clock,
        tone: 'text-danger',
        title: t('The scheduled update of {name} failed', { name: item.name }),
        detail:
          item.since === null
            ? t('It has no data yet.')
            : t('Questions use its data of {when}.', { when: formatSessionDate(item.since, now) }),
        link: (
          <Link className={linkLook} to="/databases" search={{ form: item.id }}>
            {t('Open database')}
          </Link>
        ),
      }
    case 'users':
      return {
        icon: Users,
        tone: 'text-warning',
        title: t('{n, plural, one {# user waits} other {# users wait}} for approval', { n: item.count }),
        detail: t('The first one registered on {date}.', { date: formatDate(item.since) }),
        link: (
          <Link className={linkLook} to="/users/waiting">
            {t('Review users')}
          </Link>
        ),
      }
    case 'areas':
      return {
        icon: Layers,
        tone: 'text-warning',
        title: t('{n, plural, one {# change waits} other {# changes wait}} for approval in business areas', {
          n: item.count,
        }),
        detail: t('They show more data from protected tables.'),
        link: (
          <Link className={linkLook} to="/business-areas/approvals">
            {t('Review changes')}
          </Link>
        ),
      }
    case 'examples':
      return {
        icon: Star,
        tone: 'text-warning',
        title:
          item.pending > 0
            ? t('{n, plural, one {# example waits} other {# examples wait}} for approval', { n: item.pending })
            : t('{n, plural, one {# example} other {# examples}} can’t run any more', { n: item.failing }),
        detail: detailOfExamples(item, t),
        link: (
          <Link className={linkLook} to="/business-areas/approvals">
            {t('Review examples')}
          </Link>
        ),
      }
  }
}

function detailOfExamples({ pending, failing }: Extract<Attention, { kind: 'examples' }>, t: TFunction): string {
  if (pending === 0) return t('Questions are answered without them.')
  if (failing === 0) return t('From answers that users marked as right.')
  return t('{n, plural, one {# other example} other {# other examples}} can’t run any more.', { n: failing })
}

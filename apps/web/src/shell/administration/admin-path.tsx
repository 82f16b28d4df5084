import type { User } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n.ts'
import { adminPages, deeperPages, type AdminPlace } from './admin-pages.ts'

/** Where the open page is. */
export function AdminPath({ user, place }: { user: User; place: AdminPlace }) {
  const { t } = useTranslation()
  const page = adminPages.find(({ isFor, isOpen }) => isFor(user) && isOpen(place, user))
  if (place.path === '/visualize')
    return <span className="text-(length:--text-dense) font-medium">{t('Visualize')}</span>
  if (page === undefined) return <OwnPath />
  const label = translate(t, page.label)
  const isTop = page.link.to === place.path
  const deeper = deeperPages.find(({ pattern }) => pattern.test(place.path))
  if (!isTop && deeper === undefined) return <OwnPath />
  return (
    <nav aria-label={t('Breadcrumb')} className="min-w-0">
      <ol className="flex items-center text-(length:--text-dense)">
        <Crumb>{t('Administration')}</Crumb>
        {deeper === undefined ? (
          <Crumb isOpen>{label}</Crumb>
        ) : (
          <>
            <Crumb>
              <Link className="text-inherit" {...page.link} activeProps={{}}>
                {label}
              </Link>
            </Crumb>
            <Crumb isOpen>{translate(t, deeper.label)}</Crumb>
          </>
        )}
      </ol>
    </nav>
  )
}

/** Some pages write their own path. */
function OwnPath() {
  const { t } = useTranslation()
  return <span className="text-(length:--text-dense) text-muted">{t('Administration')}</span>
}

function Crumb({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  return (
    <li
      aria-current={isOpen ? 'page' : undefined}
      className="truncate text-muted not-first:before:mx-2 not-first:before:text-faint not-first:before:content-['/'] aria-[current]:font-medium aria-[current]:text-ink max-md:not-last:hidden max-md:before:hidden"
    >
      {children}
    </li>
  )
}

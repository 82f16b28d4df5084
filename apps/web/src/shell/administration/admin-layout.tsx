import type { User } from '@parlance/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/actions-provider.tsx'
import { actions } from '../../actions/definitions.ts'
import { meQuery } from '../../api/auth.ts'
import { AboutDialog } from '../../components/about-dialog.tsx'
import { HeaderActions } from '../../components/header-actions.tsx'
import { MenuFrame } from '../../components/menu-frame.tsx'
import { UserMenu } from '../../components/user-menu.tsx'
import { stackedMedia, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { brandClass, Logo } from '../../ui/logo.tsx'
import { AdminNavigation } from './admin-navigation.tsx'
import { AdminPath } from './admin-path.tsx'
import type { AdminPlace } from './admin-pages.ts'
import { useFreshOverview } from './use-fresh-overview.ts'

/** The frame of every page outside of the chat: the same navigation, path, and account menu. */
export function AdminLayout() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const place = useAdminPlace()
  const isNarrow = useMedia(stackedMedia)
  const [isOpen, setOpen] = useState(false)
  const [isAboutOpen, setAboutOpen] = useState(false)
  const close = () => setOpen(false)
  useFreshOverview()
  useAction(actions.openAbout, () => setAboutOpen(true))
  return (
    <div className="grid min-h-dvh md:grid-cols-[232px_minmax(0,1fr)] print:block">
      <div className="max-md:contents md:sticky md:top-(--offline) md:h-[calc(100dvh-var(--offline))] print:hidden">
        <MenuFrame over={isNarrow} open={!isNarrow || isOpen} onClose={close}>
          <SideMenu user={me} place={place} onLeave={close} />
        </MenuFrame>
      </div>
      <div className="flex min-w-0 flex-col">
        <header className="flex h-(--header) flex-none items-center gap-2 border-b border-line pr-3 pl-8 max-md:pl-2 print:hidden">
          <Button
            kind="quiet"
            square
            className="md:hidden"
            aria-label={t('Open side menu')}
            onClick={() => setOpen(true)}
          >
            <Icon of={Menu} />
          </Button>
          <AdminPath place={place} user={me} />
          <span className="min-w-0 flex-1" />
          <HeaderActions />
        </header>
        <Outlet />
        <AboutDialog open={isAboutOpen} onClose={() => setAboutOpen(false)} />
      </div>
    </div>
  )
}

interface SideMenuProps {
  user: User
  place: AdminPlace
  onLeave: () => void
}

function SideMenu({ user, place, onLeave }: SideMenuProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex h-(--header) flex-none items-center px-4">
        <Link className={brandClass} to="/" aria-label="Parlance">
          <Logo />
        </Link>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto px-2 pt-1 pb-3">
        <Link
          className="flex min-h-8 flex-none items-center gap-2.5 rounded-(--r-control) px-2 text-(length:--text-dense) text-muted hover:bg-hover hover:no-underline max-md:min-h-11"
          to="/chat"
          search={{}}
        >
          <Icon of={ArrowLeft} />
          {t('Back to Chat')}
        </Link>
        <AdminNavigation user={user} place={place} onLeave={onLeave} />
      </div>
      <UserMenu user={user} onLeave={onLeave} />
    </>
  )
}

function useAdminPlace(): AdminPlace {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const tab = useRouterState({ select: ({ location }) => location.search.tab })
  return { path, tab }
}

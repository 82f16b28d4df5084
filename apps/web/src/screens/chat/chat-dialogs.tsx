import type { User } from '@parlance/contract'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { AboutDialog } from '../../components/about-dialog.tsx'

// Load administration on demand: most visits only ask questions.
const DatabasesDialogs = lazy(async () => ({
  default: (await import('../databases/databases-dialogs.tsx')).DatabasesDialogs,
}))

const SettingsDialogs = lazy(async () => ({
  default: (await import('../settings/settings-dialogs.tsx')).SettingsDialogs,
}))

const AreasDialogs = lazy(async () => ({
  default: (await import('../business-areas/areas-dialogs.tsx')).AreasDialogs,
}))

const route = getRouteApi('/chat')

/** The dialog in the address, with its form or tab, so that the browser's Back closes it. */
export function ChatDialogs({ user }: { user: User }) {
  const { dialog, form, tab } = route.useSearch()
  const navigate = route.useNavigate()
  const shared = {
    form,
    onForm: (target: string | undefined, { isSaved } = { isSaved: false }) =>
      void navigate({
        search: (current) => ({ ...current, form: target }),
        replace: isSaved,
        ignoreBlocker: isSaved,
      }),
    onClose: () =>
      void navigate({
        search: (current) => ({ ...current, dialog: undefined, form: undefined, tab: undefined }),
      }),
  }
  const databases = dialog === 'databases' || dialog === 'connections' ? dialog : null
  const settings = dialog === 'settings' || dialog === 'users' ? dialog : null
  return (
    <>
      <AboutDialog open={dialog === 'about'} onClose={shared.onClose} />
      <OnceOpened open={databases !== null}>
        <DatabasesDialogs
          user={user}
          open={databases}
          onSession={(session) => void navigate({ search: (current) => ({ ...current, session }) })}
          {...shared}
        />
      </OnceOpened>
      <OnceOpened open={settings !== null}>
        <SettingsDialogs
          user={user}
          open={settings}
          tab={tab}
          onTab={(wanted) => void navigate({ search: (current) => ({ ...current, tab: wanted, form: undefined }) })}
          {...shared}
        />
      </OnceOpened>
      <OnceOpened open={dialog === 'areas'}>
        <AreasDialogs me={user} open={dialog === 'areas'} {...shared} />
      </OnceOpened>
    </>
  )
}

/** Mounts on the first opening and then stays, so that the dialog can animate its closing. */
function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen ? <Suspense>{children}</Suspense> : null
}

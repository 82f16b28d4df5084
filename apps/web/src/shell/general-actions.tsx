import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { User } from '@parlance/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { useAction, useAvailableActions } from '../actions/actions-provider.tsx'
import { actions } from '../actions/definitions.ts'
import { meQuery, signOut } from '../api/auth.ts'
import { chooseTheme, nextTheme } from '../lib/theme-store.ts'
import { useTheme } from '../lib/use-theme.ts'
import { PaletteWaiting } from './palette/palette-waiting.tsx'
import { useScreens } from './use-screens.ts'

const ShortcutsSheet = lazy(async () => ({
  default: (await import('../components/shortcuts-sheet.tsx')).ShortcutsSheet,
}))

const CommandPalette = lazy(async () => ({
  default: (await import('./palette/command-palette.tsx')).CommandPalette,
}))

/** The actions of every page, the sheet that lists them all, and the palette. */
export function GeneralActions() {
  const [sheetOpen, setSheetOpen] = useState<boolean | null>(null)
  const theme = useTheme()
  const user = useSignedInUser()
  const isSignedIn = user !== null
  useAction(actions.showShortcuts, () => setSheetOpen(true))
  useAction(actions.switchTheme, () => chooseTheme(nextTheme(theme)))
  useAction(actions.logOut, () => void signOut(), isSignedIn)
  useScreenActions(isSignedIn, user?.role === 'ADMIN')
  return (
    <>
      {sheetOpen !== null && (
        <Suspense>
          <ShortcutsSheet open={sheetOpen} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
      {user !== null && <Palette key={user.user_id} user={user} />}
    </>
  )
}

function Palette({ user }: { user: User }) {
  const [open, setOpen] = useState<boolean | null>(null)
  const asker = useRef<Element | null>(null)
  const [typed, setTyped] = useState('')
  const toggle = () => {
    if (open !== true) asker.current = document.activeElement
    setOpen(open !== true)
    setTyped('')
  }
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  useAction(actions.openPalette, toggle)
  if (open === null) return null
  return (
    <Suspense fallback={open && <PaletteWaiting onType={setTyped} />}>
      <CommandPalette user={user} open={open} asker={asker} typed={typed} onClose={close} />
    </Suspense>
  )
}

/** The user loaded by the open page; read again on each page change, and null after signing out. */
function useSignedInUser() {
  useRouterState({ select: ({ location }) => location.pathname })
  return useQuery({ ...meQuery, enabled: false }).data ?? null
}

function useScreenActions(isSignedIn: boolean, isAdmin: boolean): void {
  const screens = useScreens()
  const focusComposer = useAvailableActions().get(actions.focusComposer.id)
  useAction(actions.goToChat, () => (screens.isChat() ? focusComposer?.() : screens.openChat()), isSignedIn)
  // Outside of the chat, the navigation has every page of the settings.
  const isChat = useRouterState({ select: ({ location }) => location.pathname === '/chat' })
  useAction(actions.openSettings, () => screens.open('settings'), isSignedIn && isChat)
  useAction(actions.openProfile, () => screens.open('settings', 'profile'), isSignedIn && !isChat)
  useAction(actions.viewAreas, () => screens.open('areas'), isSignedIn)
  useAction(actions.viewConnections, () => screens.open('connections'), isSignedIn)
  useAction(actions.manageDatabases, () => screens.open('databases'), isAdmin)
  useAction(actions.manageUsers, () => screens.open('users'), isAdmin)
  useAction(actions.openOverview, screens.openOverview, isAdmin)
  useAction(actions.openApprovals, screens.openApprovals, isAdmin)
  useAction(actions.openAudit, screens.openAudit, isAdmin)
  useAction(actions.openModelCosts, screens.openModelCosts, isAdmin)
  useAction(actions.reconfigure, screens.openSetup, isAdmin)
  useAction(actions.openAbout, () => screens.open('about'), isSignedIn)
}

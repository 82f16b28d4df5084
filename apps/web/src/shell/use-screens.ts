import { useRouter } from '@tanstack/react-router'
import type { SettingsTab } from '../lib/settings-tabs.ts'

const pages = {
  areas: '/business-areas',
  databases: '/databases',
  connections: '/databases/connections',
  users: '/users',
} as const

export type Screen = keyof typeof pages | 'settings'

/** The page of each tab of the settings, which only the chat's dialog shows as tabs. */
const settingsPages = {
  profile: '/settings/profile',
  llm: '/models',
  environment: '/settings/email',
  license: '/settings/license',
  users: '/users',
} as const satisfies Record<SettingsTab, string>

/** Opens a screen: as a dialog if the chat is open, else as a page. */
export function useScreens() {
  const router = useRouter()
  const isChat = () => router.latestLocation.pathname === '/chat'
  return {
    isChat,
    /** The open conversation; null if there is none. */
    conversation: (): string | null => {
      const { session } = router.latestLocation.search
      return isChat() && session !== undefined ? session : null
    },
    open: (screen: Screen | 'about', tab?: SettingsTab): void => {
      if (isChat() || screen === 'about') {
        void router.navigate({
          to: '/chat',
          search: (current) => ({ ...current, dialog: screen, form: undefined, tab }),
        })
      } else {
        void router.navigate({ to: screen === 'settings' ? settingsPages[tab ?? 'profile'] : pages[screen] })
      }
    },
    openConversation: (session: string): void =>
      void router.navigate({
        to: '/chat',
        search: (current) => (isChat() ? { ...current, session } : { session }),
      }),
    openChat: (): void => void router.navigate({ to: '/chat', search: {} }),
    openOverview: (): void => void router.navigate({ to: '/overview' }),
    openApprovals: (): void => void router.navigate({ to: '/business-areas/approvals' }),
    openAudit: (): void => void router.navigate({ to: '/audit', search: {} }),
    openModelCosts: (): void => void router.navigate({ to: '/models/costs', search: {} }),
    openSetup: (): void => void router.navigate({ to: '/env-config', state: { changesSetup: true } }),
  }
}

export type Screens = ReturnType<typeof useScreens>

import { useRouter } from '@tanstack/react-router'
import type { SettingsTab } from '../lib/settings-tabs.ts'

const pages = {
  settings: '/settings',
  areas: '/business-areas',
  databases: '/databases',
  connections: '/databases/connections',
  users: '/users',
} as const

export type Screen = keyof typeof pages

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
        void router.navigate({ to: pages[screen], search: { tab } })
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
    openModelCosts: (): void => void router.navigate({ to: '/model-costs', search: {} }),
    openSetup: (): void => void router.navigate({ to: '/env-config', state: { changesSetup: true } }),
  }
}

export type Screens = ReturnType<typeof useScreens>

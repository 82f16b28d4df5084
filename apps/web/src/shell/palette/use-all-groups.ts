import type { SessionListItem, User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { keysOf, useAvailableActions, useOfferedGroups } from '../../actions/actions-provider.tsx'
import { actions, actionSections, allActions } from '../../actions/definitions.ts'
import type { PaletteEntry } from '../../actions/registry.ts'
import { sessionsQuery } from '../../api/sessions.ts'
import { formatSessionDate, shorten } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { displaySessionName } from '../../lib/session-name.ts'
import { settingsTabLabels, tabsOf } from '../../lib/settings-tabs.ts'
import { useNow } from '../../lib/use-now.ts'
import { useScreens, type Screens } from '../use-screens.ts'

/** An entry, with the keys of its action if it has any. */
export interface Entry extends PaletteEntry {
  shortcut?: string | null
}

export interface EntryGroup {
  title: string
  entries: Entry[]
}

const recentConversations = 5
/** The length of a name that fits on a line. */
const nameLength = 200

/**
 * Everything in the palette: the available actions, additions of the open page, this user's conversations, and their
 * settings. Without a search, only the most recently used other conversations are shown.
 */
export function useAllGroups(user: User, isSearch: boolean): EntryGroup[] {
  const { t } = useTranslation()
  const screens = useScreens()
  const available = useAvailableActions()
  const readOffered = useOfferedGroups()
  const sessions = useQuery(sessionsQuery(user.user_id)).data ?? []
  const openId = screens.conversation()
  const others = sessions.filter((session) => session.id !== openId)
  const recent = isSearch ? sessions : others.slice(0, recentConversations)
  const now = useNow(60_000)
  return [
    {
      title: t('Conversations'),
      entries: recent.map((session) => conversationEntry(session, now, screens)),
    },
    ...readOffered(),
    ...actionGroups(available, t),
    { title: t('Settings'), entries: settingsEntries(user.role === 'ADMIN', screens, t) },
  ]
}

function actionGroups(available: ReadonlyMap<string, () => void>, t: TFunction): EntryGroup[] {
  const possible = allActions.flatMap((action) => {
    const perform = available.get(action.id)
    return perform === undefined || action === actions.openPalette ? [] : [{ action, perform }]
  })
  return Object.entries(actionSections).map(([section, title]) => ({
    title: translate(t, title),
    entries: possible
      .filter(({ action }) => action.section === section)
      .map(({ action, perform }) => ({
        id: action.id,
        label: translate(t, action.label),
        keywords: action.keywords,
        shortcut: keysOf(action, available),
        perform,
      })),
  }))
}

function conversationEntry(session: SessionListItem, now: Date, screens: Screens): Entry {
  return {
    id: `conversation ${session.id}`,
    label: shorten(displaySessionName(session.session_name), nameLength),
    detail: formatSessionDate(session.last_accessed, now),
    perform: () => screens.openConversation(session.id),
  }
}

function settingsEntries(isAdmin: boolean, screens: Screens, t: TFunction): Entry[] {
  return tabsOf(isAdmin)
    .filter((tab) => tab !== 'users')
    .map((tab) => ({
      id: `settings ${tab}`,
      label: translate(t, settingsTabLabels[tab]),
      keywords: t('Settings'),
      perform: () => screens.open('settings', tab),
    }))
}

import type { User } from '@parlance/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'
import { useAction } from '../../actions/actions-provider.tsx'
import { logOut, meQuery } from '../../api/auth.ts'
import { AboutDialog } from '../../components/about-dialog.tsx'
import { displaySessionName } from '../../lib/session-name.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { stackedMedia, useMedia } from '../../lib/use-media.ts'
import { NoticesProvider } from '../../ui/notices.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { Panes } from './panes.tsx'
import { ResultsPanel } from './results/results-panel.tsx'
import { useShownResult } from './results/use-shown-result.ts'
import { MenuFrame } from './side-menu/menu-frame.tsx'
import { SideMenu } from './side-menu/side-menu.tsx'
import { useChat, useLiveChat, type Chat } from './state/use-chat.ts'
import '../../styles/chat.css'
import '../../styles/chat-menu.css'
import '../../styles/chat-turns.css'
import '../../styles/chat-composer.css'
import '../../styles/chat-results.css'
import '../../styles/chat-narrow.css'

// Administration comes when it is opened: most visits only ask.
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

export function ChatScreen() {
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <NoticesProvider>
      <ChatOf key={user.user_id} user={user} />
    </NoticesProvider>
  )
}

function ChatOf({ user }: { user: User }) {
  const { t } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const stacked = useMedia(stackedMedia)
  const [menuOpen, setMenuOpen] = useMenu(stacked, search.openMenu === true, () =>
    navigate({ search: (current) => ({ ...current, openMenu: undefined }), replace: true }),
  )
  const setDialog = (dialog: typeof search.dialog, form?: string) =>
    navigate({ search: (current) => ({ ...current, dialog, form, tab: undefined }) })
  const openDialog = (dialog: typeof search.dialog, form?: string) => {
    if (stacked) setMenuOpen(false)
    void setDialog(dialog, form)
  }
  const chat = useChat(user, search.session, (areaId) => openDialog('areas', areaId))
  const name = chat.session === null ? '' : displaySessionName(chat.session.session_name)
  useDocumentTitle(name === '' ? t('Chat') : name)
  useAction(actions.newConversation, () => void chat.newConversation())
  useAction(actions.logOut, () => void logOut())

  return (
    <div className="app" data-menu={menuOpen ? 'open' : 'closed'}>
      <MenuFrame stacked={stacked} open={menuOpen} onClose={() => setMenuOpen(false)}>
        <SideMenu
          chat={chat}
          onClose={() => setMenuOpen(false)}
          onLeave={() => stacked && setMenuOpen(false)}
          onDialog={openDialog}
        />
      </MenuFrame>
      <main className="main">
        <ChatHeader name={name} area={chat.area} menuOpen={menuOpen && !stacked} onOpenMenu={() => setMenuOpen(true)} />
        <OpenConversation chat={chat} />
      </main>
      <AboutDialog open={search.dialog === 'about'} onClose={() => void setDialog(undefined)} />
      <ChatDatabases user={user} onClose={() => void setDialog(undefined)} />
      <ChatSettings user={user} onClose={() => void setDialog(undefined)} />
      <ChatAreas user={user} onClose={() => void setDialog(undefined)} />
    </div>
  )
}

/** Database management and the list of connections, as the address asks for them. */
function ChatDatabases({ user, onClose }: { user: User; onClose: () => void }) {
  const { dialog, form } = route.useSearch()
  const navigate = route.useNavigate()
  const open = dialog === 'databases' || dialog === 'connections' ? dialog : null
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== null && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <DatabasesDialogs
        user={user}
        open={open}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({
            search: (current) => ({ ...current, form: target }),
            replace: isSaved,
            ignoreBlocker: isSaved,
          })
        }
        onSession={(session) => void navigate({ search: (current) => ({ ...current, session }) })}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** The settings and the user management, as the address asks for them. */
function ChatSettings({ user, onClose }: { user: User; onClose: () => void }) {
  const { dialog, tab, form } = route.useSearch()
  const navigate = route.useNavigate()
  const open = dialog === 'settings' || dialog === 'users' ? dialog : null
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== null && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <SettingsDialogs
        user={user}
        open={open}
        tab={tab}
        onTab={(wanted) => void navigate({ search: (current) => ({ ...current, tab: wanted, form: undefined }) })}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({
            search: (current) => ({ ...current, form: target }),
            replace: isSaved,
            ignoreBlocker: isSaved,
          })
        }
        onClose={onClose}
      />
    </Suspense>
  )
}

/** Management of business areas, as the address asks for it. */
function ChatAreas({ user, onClose }: { user: User; onClose: () => void }) {
  const { dialog, form } = route.useSearch()
  const navigate = route.useNavigate()
  const open = dialog === 'areas'
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <AreasDialogs
        me={user}
        open={open}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({
            search: (current) => ({ ...current, form: target }),
            replace: isSaved,
            ignoreBlocker: isSaved,
          })
        }
        onClose={onClose}
      />
    </Suspense>
  )
}

/** The conversation and its results, side by side. */
function OpenConversation({ chat }: { chat: Chat }) {
  const live = useLiveChat(chat)
  const shown = useShownResult(live)
  useAction(actions.stop, () => void chat.cancel(), live.state.runningTurn !== null)
  return (
    <Panes
      left={<ChatPanel chat={live} shownId={shown.message?.id ?? null} onShow={shown.show} />}
      right={<ResultsPanel chat={chat} message={shown.message} />}
    />
  )
}

/** Open beside the chat on wide screens; on phones only when asked for, also by the address. */
function useMenu(stacked: boolean, requested: boolean, onTaken: () => Promise<void>) {
  const [open, setOpen] = useState<{ stacked: boolean; value: boolean }>({ stacked, value: !stacked || requested })
  useEffect(() => {
    if (!requested) return
    setOpen({ stacked, value: true })
    void onTaken()
    // oxlint-disable-next-line react/exhaustive-deps -- onTaken is new on every render
  }, [requested])
  const isOpen = open.stacked === stacked ? open.value : !stacked
  return [isOpen, (value: boolean) => setOpen({ stacked, value })] as const
}

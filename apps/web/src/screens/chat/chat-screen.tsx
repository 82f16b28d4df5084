import type { User } from '@parlance/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'
import { useAction } from '../../actions/actions-provider.tsx'
import { meQuery } from '../../api/auth.ts'
import { ApprovalsBanner } from '../../components/approvals-banner.tsx'
import { displaySessionName } from '../../lib/session-name.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { menuOverMedia, useMedia } from '../../lib/use-media.ts'
import { NoticesProvider } from '../../ui/notices.tsx'
import { ChatDialogs } from './chat-dialogs.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { Panes } from '../../ui/panes/panes.tsx'
import { PrintedConversation } from './print/printed-conversation.tsx'
import { ResultsPanel } from './results/results-panel.tsx'
import { useShownResult } from './results/use-shown-result.ts'
import { MenuFrame } from '../../components/menu-frame.tsx'
import { useSheet } from '../../ui/panes/sheet.ts'
import { SideMenu } from './side-menu/side-menu.tsx'
import { useAreaActions } from './side-menu/use-area-actions.ts'
import { useFreshScope } from './side-menu/use-fresh-scope.ts'
import { useScopeGroups } from './side-menu/use-scope-groups.ts'
import { useChat, useLiveChat, type Chat } from './state/use-chat.ts'

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
  const menuOver = useMedia(menuOverMedia)
  const menu = useMenu(menuOver, search.openMenu === true, () =>
    navigate({ search: (current) => ({ ...current, openMenu: undefined }), replace: true }),
  )
  const openDialog = (dialog: typeof search.dialog, form?: string) => {
    menu.leave()
    void navigate({ search: (current) => ({ ...current, dialog, form, tab: undefined }) })
  }
  const chat = useChat(user, search.session, (areaId) => openDialog('areas', areaId))
  const name = chat.session === null ? '' : displaySessionName(chat.session.session_name)
  useDocumentTitle(name === '' ? t('Chat') : name)
  useAction(actions.newConversation, () => void chat.newConversation())
  useAction(actions.clearAll, () => void chat.clearAll())
  useAction(actions.toggleMenu, menu.isOpen ? menu.close : menu.open)
  const { session } = chat
  useAction(actions.deleteSession, () => session !== null && void chat.remove(session, 'session'), session !== null)
  useAreaActions(chat, (form) => openDialog('areas', form))
  useScopeGroups(chat)

  return (
    <div
      className="grid h-[calc(100dvh-var(--offline))] grid-cols-[minmax(0,1fr)] md:data-[menu=open]:grid-cols-[var(--side-menu)_minmax(0,1fr)] print:block print:h-auto print:[&>:not(main)]:hidden"
      data-menu={menu.isOpen && !menuOver ? 'open' : 'closed'}
    >
      <MenuFrame over={menuOver} open={menu.isOpen} onClose={menu.close}>
        <SideMenu chat={chat} onClose={menu.close} onLeave={menu.leave} onDialog={openDialog} />
      </MenuFrame>
      {/* On paper, only the printed conversation is visible. */}
      <main className="flex min-h-0 min-w-0 flex-col print:block print:h-auto print:[&>:not(article)]:hidden">
        <ChatHeader
          name={name}
          area={chat.area}
          inDraft={chat.session?.state['app:area_draft'] === true}
          menuOpen={menu.isOpen && !menuOver}
          onOpenMenu={menu.open}
        />
        <ApprovalsBanner user={user} />
        <OpenConversation chat={chat} />
      </main>
      <ChatDialogs user={user} />
    </div>
  )
}

/** The conversation and its results, side by side. */
function OpenConversation({ chat }: { chat: Chat }) {
  const live = useLiveChat(chat)
  const shown = useShownResult(live)
  const sheet = useSheet()
  useFreshScope(live)
  useAction(actions.stop, () => void chat.cancel(), live.state.runningTurn !== null)
  return (
    <>
      <Panes
        sheet={sheet}
        left={
          <ChatPanel
            chat={live}
            shownId={shown.message?.id ?? null}
            onShow={(...wanted) => {
              sheet?.raise()
              shown.show(...wanted)
            }}
          />
        }
        right={
          <ResultsPanel
            chat={chat}
            message={shown.message}
            question={shown.question}
            cells={shown.cells}
            chartRequest={shown.chartRequest}
          />
        }
      />
      <PrintedConversation chat={live} shownId={shown.message?.id ?? null} />
    </>
  )
}

/**
 * Open next to the chat by default; over the chat, only on request or through the address. There, the browser's Back
 * closes it.
 */
function useMenu(over: boolean, requested: boolean, onTaken: () => Promise<void>) {
  const [open, setOpen] = useState<{ over: boolean; value: boolean }>({ over, value: !over || requested })
  useEffect(() => {
    if (!requested) return
    setOpen({ over, value: true })
    void onTaken()
    // oxlint-disable-next-line react/exhaustive-deps -- onTaken is new on every render
  }, [requested])
  const isOpen = open.over === over ? open.value : !over
  const set = (value: boolean) => setOpen({ over, value })
  const step = useBackCloses('menu', () => set(false))
  return {
    isOpen,
    open: () => {
      set(true)
      if (over) step.begin()
    },
    close: () => {
      set(false)
      step.end()
    },
    leave: () => {
      if (!over) return
      set(false)
      step.leave()
    },
  }
}

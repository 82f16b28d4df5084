import type { AreaListItem, User } from '@parlance/contract'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '../../../api/sessions.ts'
import { cancelTurn, followTurn, runTurn, sendTurn, streamTurn } from '../../../api/turns.ts'
import { forgetDraft, keepUnsent } from '../../../lib/draft.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import type { AnswerButton, ChatMessage } from '../../../lib/turn/chat-message.ts'
import { tabLine } from '../../../lib/turn/turn-news.ts'
import { wait } from '../../../lib/turn/turn-runner.ts'
import { browserNetwork } from '../../../lib/use-online.ts'
import { createUserStore } from '../../../lib/user-store.ts'
import { useNotices } from '../../../ui/notices.tsx'
import { createChatService } from './chat-service.ts'
import { createConversationStore, type SessionState } from './conversation-store.ts'
import { useAnswerActions } from './use-answer-actions.ts'
import { useBeginSession } from './use-begin-session.ts'
import { useConversationActions } from './use-conversation-actions.ts'
import { useOpenSession } from './use-open-session.ts'
import { useOtherTabs } from './use-other-tabs.ts'
import { defaultArea, useScope } from './use-scope.ts'
import { useScopeActions } from './use-scope-actions.ts'
import { useSessions } from './use-sessions.ts'

/** Everything that the chat screen shows and does, for one user. */
export function useChat(user: User, requestedSession: string | undefined, openArea: (areaId: string) => void) {
  const memory = useMemo(() => createUserStore(localStore, user.user_id), [user.user_id])
  const [store] = useState(createConversationStore)
  const sessions = useSessions(user, memory)
  const sessionId = requestedSession ?? null
  const session = sessions.list.data?.find((candidate) => candidate.id === sessionId) ?? null
  const scope = useScope(session?.database_config_id ?? null)
  const [chosenArea, setAreaId] = useState<string | null>(null)
  const area = areaOrDefault(scope.areaList, chosenArea)
  const areaId = area?.area_id ?? null
  const [problem, setProblem] = useState<string | null>(null)
  const { reload } = sessions
  const [service] = useState(() =>
    createChatService({
      userId: user.user_id,
      store,
      memory,
      transport: { stream: streamTurn, send: sendTurn, follow: followTurn, run: runTurn, wait },
      loadSession: (sessionId) => getSession(user.user_id, sessionId),
      cancel: cancelTurn,
      news: tabLine,
      unsent: { keep: keepUnsent, forget: forgetDraft },
      network: browserNetwork,
      onTurnEnd: () => void reload(),
    }),
  )
  useEffect(() => () => service.dispose(), [service])

  useOtherTabs(service, sessionId, reload)
  const parts = {
    user,
    store,
    service,
    sessions,
    scope,
    sessionId,
    session,
    areaId,
    setAreaId,
    openArea,
    setProblem,
  }
  const beginSession = useBeginSession(parts)
  const scopeActions = useScopeActions(parts, beginSession)
  const sessionActions = {
    ...useConversationActions(parts, beginSession),
    ...scopeActions,
    ...useAnswerActions(parts, beginSession, scopeActions.changeAreaTo),
  }
  useOpenSession({ ...parts, createFirst: sessionActions.startNew })

  useFallbackNotice(scope.areaList, chosenArea)

  const latest = useRef(sessionActions)
  useEffect(() => {
    latest.current = sessionActions
  })
  /** The same functions on every render, so that finished answers don't render again. */
  const [answerHandlers] = useState(() => ({
    ask: (question: string) => void latest.current.ask(question),
    cancel: () => void latest.current.cancel(),
    perform: (message: ChatMessage, button: AnswerButton) => void latest.current.performButton(message, button),
    download: (name: string) => void latest.current.downloadFile(name),
  }))
  const tableCount = scope.tableCount ?? 0
  const areaCount = scope.hasAreas ? Math.max(1, scope.areaList.length) : 0
  const canEditArea = area?.can_edit ?? false
  const areaScope = useMemo(() => ({ tableCount, areaCount, canEditArea }), [tableCount, areaCount, canEditArea])

  return {
    user,
    sessions,
    scope,
    area,
    sessionId,
    session,
    store,
    problem,
    areaScope,
    /** Whether questions use tables from files attached to this conversation. */
    isFileAsked: typeof session?.state['app:asked_file'] === 'string',
    answerHandlers,
    ...sessionActions,
  }
}

/** If there are areas, one of them is always selected. */
function areaOrDefault(areas: AreaListItem[], areaId: string | null): AreaListItem | null {
  return areas.find((area) => area.area_id === areaId) ?? defaultArea(areas)
}

/** When the selected area is gone, says which one replaces it. */
function useFallbackNotice(areas: AreaListItem[], chosen: string | null): void {
  const { t } = useTranslation()
  const { show } = useNotices()
  const fallback = chosen === null || areas.some((area) => area.area_id === chosen) ? null : defaultArea(areas)
  const name = fallback?.area_name ?? null
  useEffect(() => {
    if (name !== null) show(t('The previous business area is not available. Using "{area}" instead.', { area: name }))
  }, [name, show, t])
}

export type Chat = ReturnType<typeof useChat>

/** The chat with the current open conversation; it changes with every event of a running turn. */
export type LiveChat = Chat & { state: SessionState }

/** Only components that show the conversation subscribe to it, so that a streaming answer renders nothing else. */
export function useLiveChat(chat: Chat): LiveChat {
  const { store, sessionId } = chat
  const state = useSyncExternalStore(store.subscribe, () => store.get(sessionId))
  return { ...chat, state }
}

import type { SessionListItem, User } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { clearAllSessions, createSession, deleteSession, sessionsQuery, updateSession } from '../../../api/sessions.ts'
import type { UserStore } from '../../../lib/user-store.ts'
import type { ChatScope } from './chat-service.ts'

const reloadAfter = 400

/** The list of conversations and its actions. The address contains the open one. */
export function useSessions(user: User, memory: UserStore) {
  const navigate = useNavigate({ from: '/chat' })
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const query = useMemo(() => sessionsQuery(user.user_id), [user.user_id])
  const list = useQuery(query)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const setList = (change: (sessions: SessionListItem[]) => SessionListItem[]) =>
    queryClient.setQueryData(query.queryKey, (sessions) => change(sessions ?? []))
  const show = async (sessionId: string | undefined, replace = false): Promise<void> => {
    // The user may have left the chat while the session was being created.
    if (!/^\/chat\/?$/.test(history.location.pathname)) return
    await navigate({ search: (search) => ({ ...search, session: sessionId }), replace })
  }

  return {
    list,
    reload,
    show,
    /** Creates a session, puts it first, and reloads the list shortly after. Throws the server's error. */
    create: async (name: string, scope: ChatScope): Promise<SessionListItem> => {
      const now = new Date().toISOString()
      const created = await createSession(user.user_id, {
        'user:id': user.user_id,
        'user:business_area_id': scope.businessAreaId,
        'user:database_config_id': scope.databaseConfigId,
        'app:session_name': name,
        'app:created_at': now,
        'app:last_accessed': now,
      })
      memory.saveName(created.id, created.session_name)
      memory.saveMetadata(created.id, { ...scope, createdAt: now, lastAccessed: now, lastUpdated: now })
      setList((sessions) => [created, ...sessions.filter((session) => session.id !== created.id)])
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void reload(), reloadAfter)
      return created
    },
    rename: async (sessionId: string, name: string): Promise<void> => {
      memory.saveName(sessionId, name)
      setList((sessions) =>
        sessions.map((session) => (session.id === sessionId ? { ...session, session_name: name } : session)),
      )
      await updateSession(user.user_id, sessionId, { 'app:session_name': name }).finally(() => void reload())
    },
    /** From now on, questions go to the session's database and no longer to an attached file. */
    leaveFile: async (sessionId: string): Promise<void> => {
      await updateSession(user.user_id, sessionId, { 'app:asked_file': null })
      await reload()
    },
    /** Deletes on the server first: a session that could not be deleted stays in the list. */
    remove: async (sessionId: string): Promise<SessionListItem[]> => {
      await deleteSession(user.user_id, sessionId)
      memory.forgetSession(sessionId)
      setList((sessions) => sessions.filter((session) => session.id !== sessionId))
      return queryClient.getQueryData(query.queryKey) ?? []
    },
    /** Resolves to the numbers of deleted and remaining ones. */
    clearAll: async (): Promise<{ deleted: number; failed: number }> => {
      const sessions = queryClient.getQueryData(query.queryKey) ?? []
      const answer = await clearAllSessions()
      const outcome =
        answer.action === 'frontend_delete'
          ? await deleteOneByOne(user.user_id, sessions)
          : { deleted: answer.deleted_count, failed: Math.max(0, sessions.length - answer.deleted_count) }
      if (outcome.failed === 0) for (const session of sessions) memory.forgetSession(session.id)
      await reload()
      return outcome
    },
  }
}

export type Sessions = ReturnType<typeof useSessions>

async function deleteOneByOne(
  userId: string,
  sessions: SessionListItem[],
): Promise<{ deleted: number; failed: number }> {
  const outcomes = await Promise.allSettled(sessions.map((session) => deleteSession(userId, session.id)))
  const deleted = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
  return { deleted, failed: sessions.length - deleted }
}

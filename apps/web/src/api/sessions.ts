import {
  clearAllResponseSchema,
  defaultAppName,
  sessionListItemSchema,
  sessionSchema,
  type SessionListItem,
  type SessionState,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, callRaw, callVoid } from './client.ts'
import { eventListSchema } from './turns.ts'

const sessionListSchema = z.union([
  z.array(sessionListItemSchema),
  z.object({ sessions: z.array(sessionListItemSchema) }).transform((answer) => answer.sessions),
])
const openedSessionSchema = sessionSchema.extend({ events: eventListSchema })
/** A session with the events that this version knows. */
export type OpenedSession = z.infer<typeof openedSessionSchema>
const createdSessionSchema = sessionListItemSchema.or(sessionSchema)

/** The user's conversations, most recently used first. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: async ({ signal }) => {
      const sessions = await call(sessionsPath(userId), sessionListSchema, { signal })
      return sessions.toSorted((left, right) => right.last_accessed.localeCompare(left.last_accessed))
    },
    retry: false,
  })
}

export function getSession(userId: string, sessionId: string, signal?: AbortSignal): Promise<OpenedSession> {
  return call(sessionPath(userId, sessionId), openedSessionSchema, { ...(signal && { signal }) })
}

export function createSession(userId: string, state: SessionState): Promise<SessionListItem> {
  return call(sessionsPath(userId), createdSessionSchema, { method: 'POST', body: { state } })
}

export function updateSession(userId: string, sessionId: string, stateDelta: SessionState): Promise<void> {
  return callVoid(sessionPath(userId, sessionId), { method: 'PATCH', body: { state_delta: stateDelta } })
}

export function deleteSession(userId: string, sessionId: string): Promise<void> {
  return callVoid(sessionPath(userId, sessionId), { method: 'DELETE' })
}

export function clearAllSessions(): Promise<z.infer<typeof clearAllResponseSchema>> {
  return call('/api/v1/sessions/clear-all', clearAllResponseSchema, { method: 'POST' })
}

/** The original file that was sent with a question. */
export async function getArtifact(userId: string, sessionId: string, name: string): Promise<Blob> {
  const path = `${sessionPath(userId, sessionId)}/artifacts/${encodeURIComponent(name)}`
  return (await callRaw(path, { accept: '*/*' })).blob()
}

function sessionsPath(userId: string): string {
  if (userId === '') throw new Error('User not authenticated')
  return `/apps/${defaultAppName}/users/${encodeURIComponent(userId)}/sessions`
}

function sessionPath(userId: string, sessionId: string): string {
  return `${sessionsPath(userId)}/${encodeURIComponent(sessionId)}`
}

import { createHash } from 'node:crypto'
import { defaultAppName, defaultSessionId } from '@parlance/contract'
import type { SessionState } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Database, SessionRow } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Identifies a conversation of one user and one app, so that no other user's is ever found. */
export interface SessionKey {
  appName: string
  userId: string
  sessionId: string
}

/** The default conversation has the same name for everyone, but an id per user and app. */
export function storedId({ appName, userId, sessionId }: SessionKey): string {
  if (sessionId !== defaultSessionId) return sessionId
  return `${defaultSessionId}-${createHash('sha256')
    .update(JSON.stringify([appName, userId]))
    .digest('hex')
    .slice(0, 32)}`
}

export async function insertSession(db: Handle, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function findSession(db: Handle, key: SessionKey): Promise<SessionRow | null> {
  const found = db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', storedId(key))
    .where('user_id', '=', key.userId)
    .where('app_name', '=', key.appName)
  return (await found.executeTakeFirst()) ?? null
}

/** Finds a conversation only by its id, for calls whose path does not name the app. */
export async function findOwnSession(db: Handle, userId: string, sessionId: string): Promise<SessionRow | null> {
  const id = storedId({ appName: defaultAppName, userId, sessionId })
  const found = db.selectFrom('sessions').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** Lists conversations, last access first. */
export async function listSessions(db: Handle, userId: string, appName: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('app_name', '=', appName)
    .orderBy('last_accessed', 'desc')
    .orderBy('id')
    .execute()
}

export type SessionChange = Partial<
  Pick<
    SessionRow,
    | 'name'
    | 'area_id'
    | 'connection_id'
    | 'file_connection_id'
    | 'in_draft'
    | 'state'
    | 'last_accessed'
    | 'last_message'
    | 'next_turn'
  >
>

export async function updateSession(db: Handle, id: string, change: SessionChange): Promise<void> {
  await db.updateTable('sessions').set(change).where('id', '=', id).execute()
}

/** @returns whether the conversation existed */
export async function deleteSession(db: Handle, key: SessionKey): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', storedId(key))
    .where('user_id', '=', key.userId)
    .where('app_name', '=', key.appName)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** @returns how many were deleted */
export async function deleteAllSessions(db: Handle, userId: string): Promise<number> {
  const result = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export function readState(row: SessionRow): SessionState {
  return JSON.parse(row.state) as SessionState
}

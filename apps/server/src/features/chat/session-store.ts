import { createHash } from 'node:crypto'
import { defaultAppName, defaultSessionId } from '@parlance/contract'
import type { SessionState } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Principal } from '../../http/principal.ts'
import type { Database, SessionRow } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Whose conversations a call reaches: those of a user, or those that one limited API token of the user began. */
export interface SessionOwner {
  userId: string
  tokenId: string | null
}

/** Identifies a conversation of one owner and one app, so that no other owner's is ever found. */
export interface SessionKey extends SessionOwner {
  appName: string
  sessionId: string
}

/** @returns whose conversations a caller reaches */
export function ownerOf({ userId, limits }: Pick<Principal, 'userId' | 'limits'>): SessionOwner {
  return { userId, tokenId: limits?.tokenId ?? null }
}

/** The default conversation has the same name for everyone, but an id per owner and app. */
export function storedId({ appName, userId, tokenId, sessionId }: SessionKey): string {
  if (sessionId !== defaultSessionId) return sessionId
  return `${defaultSessionId}-${createHash('sha256')
    .update(JSON.stringify(tokenId === null ? [appName, userId] : [appName, userId, tokenId]))
    .digest('hex')
    .slice(0, 32)}`
}

export async function insertSession(db: Handle, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function findSession(db: Handle, key: SessionKey): Promise<SessionRow | null> {
  const found = sessionsOf(db, key).where('id', '=', storedId(key)).where('app_name', '=', key.appName)
  return (await found.executeTakeFirst()) ?? null
}

/** Finds a conversation only by its id, for calls whose path does not name the app. */
export async function findOwnSession(db: Handle, owner: SessionOwner, sessionId: string): Promise<SessionRow | null> {
  const id = storedId({ ...owner, appName: defaultAppName, sessionId })
  return (await sessionsOf(db, owner).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists conversations, last access first. */
export async function listSessions(db: Handle, owner: SessionOwner, appName: string): Promise<SessionRow[]> {
  return sessionsOf(db, owner).where('app_name', '=', appName).orderBy('last_accessed', 'desc').orderBy('id').execute()
}

function sessionsOf(db: Handle, { userId, tokenId }: SessionOwner) {
  const own = db.selectFrom('sessions').selectAll().where('user_id', '=', userId)
  return tokenId === null ? own : own.where('token_id', '=', tokenId)
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

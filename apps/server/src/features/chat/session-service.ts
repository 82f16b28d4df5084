import { message } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { Session, SessionListItem, SessionState } from '@parlance/contract'
import type { ReadsExecutedSql } from '../../door/executed-sql.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { SessionRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { AreasService } from '../areas/service.ts'
import { requireOwnPath } from './policy.ts'
import { presentSession, presentWholeSession } from './present.ts'
import * as sessions from './session-store.ts'
import { forReader } from './executed-sql.ts'
import { findRunningTurn, listPlaces, listSessionEvents } from './turn-store.ts'

/** The documents' path: `/apps/{appName}/users/{userId}/sessions`. */
export interface SessionsPath {
  appName: string
  userId: string
}

export type SessionPath = SessionsPath & { sessionId: string }

export interface SessionService {
  /** @throws AppError connection_not_found, area_not_found, area_unavailable */
  create(principal: Principal, path: SessionsPath, state: SessionState): Promise<Session>
  list(principal: Principal, path: SessionsPath): Promise<SessionListItem[]>
  /** Returns the conversation with all its events. Reading it counts as an access. */
  get(principal: Principal, path: SessionPath): Promise<Session>
  /** Throws like `create` without changing anything. @throws AppError session_not_found, not_found, bad_request */
  update(principal: Principal, path: SessionPath, delta: SessionState): Promise<SessionListItem>
  remove(principal: Principal, path: SessionPath): Promise<void>
  /** @throws AppError session_not_found */
  requireOwn(principal: Principal, path: SessionPath): Promise<void>
  /** The database and area of a conversation. @throws AppError session_not_found */
  placeOf(principal: Principal, sessionId: string): Promise<{ connectionId: string | null; areaId: string | null }>
  /** @returns how many conversations were deleted */
  clearAll(principal: Principal): Promise<number>
}

export interface SessionServiceOptions {
  store: Store
  now: () => Date
  /** Stops the turns in conversations before they are deleted. */
  stopTurns: (sessionIds: string[]) => Promise<void>
  /** Removes the files of deleted conversations. */
  removeFiles: (sessionIds: string[]) => Promise<void>
  /** Whether a file belongs to a conversation. */
  hasFile: (sessionId: string, connectionId: string) => Promise<boolean>
  /** The ids of the databases that a user may use. */
  usableDatabases: (principal: Principal) => Promise<ReadonlySet<string>>
  /** @throws AppError area_not_found, area_unavailable */
  requireUsableArea: AreasService['requireUsable']
  /** Checks that a user may ask in the draft of an area now. @throws AppError area_not_found, area_unavailable */
  requireDraft: (principal: Principal, areaId: string) => Promise<void>
  readsExecutedSql: ReadsExecutedSql
  /** Called when a user opens a conversation and will probably ask soon. */
  onOpen: (principal: Principal, place: { connectionId: string | null; areaId: string | null }) => void
}

/** A question about a file is asked outside of areas. */
function placeOfRow(row: Pick<SessionRow, 'connection_id' | 'file_connection_id' | 'area_id'>) {
  if (row.file_connection_id !== null) return { connectionId: row.file_connection_id, areaId: null }
  return { connectionId: row.connection_id, areaId: row.area_id }
}

const defaultName = 'New conversation'
const stateLimit = 64_000

export function createSessionService(options: SessionServiceOptions): SessionService {
  const { store, now, stopTurns, removeFiles, usableDatabases, readsExecutedSql, onOpen } = options
  const { db } = store
  const getRow = async (principal: Principal, path: SessionPath): Promise<SessionRow> => {
    requireOwnPath(principal, path.userId)
    const row = await sessions.findSession(db, { ...path, ...sessions.ownerOf(principal) })
    if (!row) throw new AppError('session_not_found')
    return row
  }
  /** The turns of a conversation whose rewritten SQL its owner may read now. */
  const turnsWithExecutedSql = async (principal: Principal, sessionId: string): Promise<ReadonlySet<string>> => {
    const readable = new Set<string>()
    for (const { turnIds, ...place } of await listPlaces(db, sessionId)) {
      if (await readsExecutedSql(principal, place)) for (const id of turnIds) readable.add(id)
    }
    return readable
  }
  return {
    create: async (principal, path, state) => {
      requireOwnPath(principal, path.userId)
      const usable = await requirePlace(options, principal, state)
      const row = newSession({ ...path, ...sessions.ownerOf(principal) }, state, { moment: now().toISOString() })
      await sessions.insertSession(db, row)
      onOpen(principal, placeOfRow(row))
      return presentWholeSession(row, { events: [], runningTurnId: null, usable })
    },
    list: async (principal, path) => {
      requireOwnPath(principal, path.userId)
      const usable = await usableDatabases(principal)
      const rows = await sessions.listSessions(db, sessions.ownerOf(principal), path.appName)
      return rows.map((row) => presentSession(row, usable))
    },
    get: async (principal, path) => {
      const row = await getRow(principal, path)
      onOpen(principal, placeOfRow(row))
      const last_accessed = now().toISOString()
      await sessions.updateSession(db, row.id, { last_accessed })
      const running = await findRunningTurn(db, row.id)
      const readable = await turnsWithExecutedSql(principal, row.id)
      return presentWholeSession(
        { ...row, last_accessed },
        {
          events: (await listSessionEvents(db, row.id)).map((event) => forReader(event, readable.has(event.turn_id))),
          runningTurnId: running?.id ?? null,
          usable: await usableDatabases(principal),
        },
      )
    },
    update: async (principal, path, delta) => {
      const row = await getRow(principal, path)
      const usable = await requirePlace(options, principal, delta, row)
      const file = delta['app:asked_file'] ?? null
      if (file !== null && !(await options.hasFile(row.id, file))) throw new AppError('not_found')
      const change = changeOf(row, delta, now().toISOString())
      await sessions.updateSession(db, row.id, change)
      return presentSession({ ...row, ...change }, usable)
    },
    remove: async (principal, path) => {
      const row = await getRow(principal, path)
      await stopTurns([row.id])
      await sessions.deleteSession(db, { ...path, ...sessions.ownerOf(principal) })
      await removeFiles([row.id])
    },
    requireOwn: async (principal, path) => {
      await getRow(principal, path)
    },
    placeOf: async (principal, sessionId) => {
      const row = await sessions.findOwnSession(db, sessions.ownerOf(principal), sessionId)
      if (!row) throw new AppError('session_not_found')
      return placeOfRow(row)
    },
    clearAll: async (principal) => {
      const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', principal.userId).execute()
      const ids = rows.map((row) => row.id)
      await stopTurns(ids)
      const deleted = await sessions.deleteAllSessions(db, principal.userId)
      await removeFiles(ids)
      return deleted
    },
  }
}

/**
 * Checks that the owner may use the database and area together when a conversation starts or moves.
 * @param known the current place; naming it again is not a move, and access to it may have ended
 * @returns ids of the databases that the owner may use
 */
async function requirePlace(
  {
    usableDatabases,
    requireUsableArea,
    requireDraft,
  }: Pick<SessionServiceOptions, 'usableDatabases' | 'requireUsableArea' | 'requireDraft'>,
  principal: Principal,
  state: SessionState,
  known: Pick<SessionRow, 'connection_id' | 'area_id'> = { connection_id: null, area_id: null },
): Promise<ReadonlySet<string>> {
  const usable = await usableDatabases(principal)
  const { connection_id, area_id } = known
  const { 'user:database_config_id': connectionId = connection_id, 'user:business_area_id': areaId = area_id } = state
  if (connectionId !== connection_id && connectionId !== null && !usable.has(connectionId)) {
    throw new AppError('connection_not_found')
  }
  const isMoved = connectionId !== connection_id || areaId !== area_id
  if (isMoved && areaId !== null) await requireUsableArea(principal, { connectionId, areaId })
  if (state['app:area_draft'] === true) {
    if (areaId === null)
      throw new AppError('bad_request', { detail: message('Choose a business area to ask in its draft.') })
    await requireDraft(principal, areaId)
  }
  return usable
}

/** @param id chosen only by the server */
export function newSession(
  path: SessionsPath & sessions.SessionOwner,
  state: SessionState,
  { moment, id = randomUUID() }: { moment: string; id?: string },
): SessionRow {
  return {
    id,
    app_name: path.appName,
    user_id: path.userId,
    name: state['app:session_name']?.trim() || defaultName,
    area_id: state['user:business_area_id'] ?? null,
    connection_id: state['user:database_config_id'] ?? null,
    state: packState(state),
    created_at: moment,
    last_accessed: moment,
    last_message: null,
    next_turn: 1,
    file_connection_id: null,
    in_draft: state['app:area_draft'] === true ? 1 : 0,
    token_id: path.tokenId,
  }
}

/** Separates the keys with their own columns. A name of only spaces is not a name. */
function changeOf(row: SessionRow, delta: SessionState, moment: string): sessions.SessionChange {
  const name = delta['app:session_name']?.trim()
  if (name === '') throw new AppError('bad_request', { detail: message('Enter a name for the conversation.') })
  const area = delta['user:business_area_id']
  const connection = delta['user:database_config_id']
  const file = delta['app:asked_file']
  // Another area is never asked in its draft by mistake.
  const isOtherArea = area !== undefined && area !== row.area_id
  const inDraft = delta['app:area_draft'] ?? (isOtherArea ? false : undefined)
  return {
    last_accessed: moment,
    state: packState({ ...sessions.readState(row), ...delta }),
    ...(name === undefined ? {} : { name }),
    ...(area === undefined ? {} : { area_id: area }),
    ...(connection === undefined ? {} : { connection_id: connection }),
    ...(file === undefined ? {} : { file_connection_id: file }),
    ...(inDraft === undefined ? {} : { in_draft: inDraft ? 1 : 0 }),
  }
}

/** Stores only what has no column as JSON. */
function packState(state: SessionState): string {
  const kept: SessionState = {
    'app:recent_messages': state['app:recent_messages'],
    'app:last_message_time': state['app:last_message_time'],
  }
  const text = JSON.stringify(kept)
  if (text.length > stateLimit)
    throw new AppError('payload_too_large', {
      detail: message('The session state is too large. Shorten “app:recent_messages”.'),
    })
  return text
}

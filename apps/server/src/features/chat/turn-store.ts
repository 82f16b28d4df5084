import type { TurnEvent, TurnPrompt } from '@parlance/contract'
import { partsOf } from '../../lib/parts-of.ts'
import { SqliteAdapter, type Kysely, type Transaction } from 'kysely'
import { prepared } from '../../store/prepared.ts'
import type { Database, NewTurn, TurnRow } from '../../store/schema.ts'
import { eventText } from './event-text.ts'
import type { SessionOwner } from './session-store.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** The user's recent answers to search for the SQL of a chart whose turn is not named. */
const latestAnswers = 200

export async function findTurn(db: Handle, id: string): Promise<TurnRow | null> {
  return (await db.selectFrom('turns').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Finds a turn that a caller may read. */
export async function findOwnTurn(db: Handle, { userId, tokenId }: SessionOwner, id: string): Promise<TurnRow | null> {
  const own = db
    .selectFrom('turns')
    .innerJoin('sessions', 'sessions.id', 'turns.session_id')
    .selectAll('turns')
    .where('turns.id', '=', id)
    .where('turns.user_id', '=', userId)
  const found = tokenId === null ? own : own.where('sessions.token_id', '=', tokenId)
  return (await found.executeTakeFirst()) ?? null
}

export async function findRunningTurn(db: Handle, sessionId: string): Promise<TurnRow | null> {
  const running = db.selectFrom('turns').selectAll().where('session_id', '=', sessionId).where('status', '=', 'running')
  return (await running.executeTakeFirst()) ?? null
}

export async function insertTurn(db: Handle, turn: NewTurn): Promise<void> {
  await db.insertInto('turns').values(turn).execute()
}

const insertEvent = prepared((db, turnId: string, seq: number, event: string, timestamp: string) =>
  db.insertInto('turn_events').values({ turn_id: turnId, seq, event, created_at: timestamp }),
)

export async function insertEvents(db: Handle, turnId: string, events: TurnEvent[]): Promise<void> {
  const [first, ...more] = events
  if (first === undefined) return
  if (more.length === 0) {
    await insertEvent(db, turnId, first.seq, eventText(first), first.timestamp)
    return
  }
  const rows = events.map((event) => ({
    turn_id: turnId,
    seq: event.seq,
    event: eventText(event),
    created_at: event.timestamp,
  }))
  await db.insertInto('turn_events').values(rows).execute()
}

/** Stores what a model was given for a turn, as JSON. */
export async function insertPrompt(db: Handle, turnId: string, prompt: string): Promise<void> {
  await db.insertInto('turn_prompts').values({ turn_id: turnId, prompt }).execute()
}

/** What a model was given for a turn; null if none was called. */
export async function findPrompt(db: Handle, turnId: string): Promise<TurnPrompt | null> {
  const found = db.selectFrom('turn_prompts').select('prompt').where('turn_id', '=', turnId)
  const row = await found.executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.prompt) as TurnPrompt)
}

/** Events per read. */
export const eventPage = 500

/** Lists the events of one turn with a number above `after`, in order, up to one page. */
export async function listEvents(db: Handle, turnId: string, after: number): Promise<TurnEvent[]> {
  const rows = await db
    .selectFrom('turn_events')
    .select('event')
    .where('turn_id', '=', turnId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(eventPage)
    .execute()
  return rows.map((row) => JSON.parse(row.event) as TurnEvent)
}

/** Lists every event of a conversation in order. */
export async function listSessionEvents(db: Handle, sessionId: string): Promise<TurnEvent[]> {
  const rows = await db
    .selectFrom('turn_events')
    .innerJoin('turns', 'turns.id', 'turn_events.turn_id')
    .select('turn_events.event')
    .where('turns.session_id', '=', sessionId)
    .orderBy('turns.number')
    .orderBy('turn_events.seq')
    .execute()
  return rows.map((row) => JSON.parse(row.event) as TurnEvent)
}

/** Lists the databases and areas of a conversation's questions, with the turns of each. */
export async function listPlaces(
  db: Handle,
  sessionId: string,
): Promise<{ connectionId: string | null; areaId: string | null; turnIds: string[] }[]> {
  const turns = db.selectFrom('turns').select(['id', 'connection_id', 'area_id']).where('session_id', '=', sessionId)
  const places = Map.groupBy(await turns.execute(), (turn) => JSON.stringify([turn.connection_id, turn.area_id]))
  return [...places.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [{ connectionId: first.connection_id, areaId: first.area_id, turnIds: group.map((turn) => turn.id) }]
  })
}

/** The memory of the first answered turn of a conversation; null if there is none. */
export async function findFirstMemory(db: Handle, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('turns')
    .select('memory')
    .where('session_id', '=', sessionId)
    .where('memory', 'is not', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.memory ?? null
}

/** Lists the latest answered turns of a conversation, oldest first. */
export async function listMemories(db: Handle, sessionId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('turns')
    .select('memory')
    .where('session_id', '=', sessionId)
    .where('memory', 'is not', null)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().flatMap((row) => (row.memory === null ? [] : [row.memory]))
}

const memoriesQuery = (db: Handle, userId: string) =>
  db.selectFrom('turns').select('memory').where('user_id', '=', userId).where('memory', 'is not', null)
const latestMemories = prepared((db, userId: string) =>
  memoriesQuery(db, userId).orderBy('created_at', 'desc').limit(latestAnswers),
)
const memoryOf = prepared((db, userId: string, turnId: string) => memoriesQuery(db, userId).where('id', '=', turnId))

/** Lists the memories of a user's answers: of one turn, or of the latest ones. */
export async function listMemoriesOf(
  db: Handle,
  { userId, turnId }: { userId: string; turnId: string | null },
): Promise<string[]> {
  const rows = turnId === null ? await latestMemories(db, userId) : await memoryOf(db, userId, turnId)
  return rows.flatMap((row) => (row.memory === null ? [] : [row.memory]))
}

const advanceEvents = prepared((db, lastSeq: number, turnId: string, owner: string) =>
  db
    .updateTable('turns')
    .set({ last_seq: lastSeq })
    .where('id', '=', turnId)
    .where('status', '=', 'running')
    .where('lease_owner', '=', owner)
    .returning('id'),
)

/** Advances event numbers for the process that holds the turn's lease. @returns false if the lease was lost */
export async function advanceTurn(
  db: Handle,
  turnId: string,
  owner: string,
  {
    last_seq,
    ...change
  }: Pick<TurnRow, 'last_seq'> &
    Partial<Pick<TurnRow, 'status' | 'memory' | 'ended_at' | 'lease_owner' | 'lease_until'>>,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return (await advanceEvents(db, last_seq, turnId, owner)).length > 0
  const result = await db
    .updateTable('turns')
    .set({ last_seq, ...change })
    .where('id', '=', turnId)
    .where('status', '=', 'running')
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Running turns, which PostgreSQL locks one after the other in the order of their ids. SQLite has one lock. */
function lockedInOrder(db: Handle, turnIds: string[]) {
  const running = db.selectFrom('turns').select('id').where('id', 'in', turnIds).where('status', '=', 'running')
  if (db.getExecutor().adapter instanceof SqliteAdapter) return running
  return running.orderBy('id', (order) => order.collate('C')).forUpdate()
}

/** Renews the leases of turns that are still being answered. @returns the turns that someone asked to stop */
export async function renewLeases(db: Handle, turnIds: string[], until: string): Promise<string[]> {
  if (turnIds.length === 0) return []
  await db.updateTable('turns').set({ lease_until: until }).where('id', 'in', lockedInOrder(db, turnIds)).execute()
  const asked = db.selectFrom('turns').select('id').where('id', 'in', turnIds).where('cancel_requested', '=', 1)
  return (await asked.execute()).map((row) => row.id)
}

/** Lists one user's running turns. */
export async function listRunningOf(db: Handle, userIds: string[]): Promise<TurnRow[]> {
  const turns: TurnRow[] = []
  for (const part of partsOf(userIds)) {
    const ofPart = db.selectFrom('turns').selectAll().where('user_id', 'in', part).where('status', '=', 'running')
    turns.push(...(await ofPart.execute()))
  }
  return turns
}

/** Lists running turns, including those whose process died. */
export async function listRunning(db: Handle): Promise<TurnRow[]> {
  return db.selectFrom('turns').selectAll().where('status', '=', 'running').execute()
}

export async function requestCancel(db: Handle, turnId: string): Promise<void> {
  await db.updateTable('turns').set({ cancel_requested: 1 }).where('id', '=', turnId).execute()
}

import { randomUUID } from 'node:crypto'
import { questionMaxLength } from '@parlance/contract'
import type { RunRequest, TurnEvent } from '@parlance/contract'
import type { TurnMemory } from '../../agent/contract.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import { KeyedQueue } from '../../store/keyed-queue.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { SessionRow, TurnRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { forReader, type ReadsExecutedSql } from './executed-sql.ts'
import type { TurnFollower } from './follow-turn.ts'
import { requireOwnPath, requireOwnTurn } from './policy.ts'
import { preview } from './present.ts'
import { countQuestion } from './query-quota.ts'
import { findOwnSession, findSession, updateSession } from './session-store.ts'
import type { TurnRunner, TurnWork } from './turn-runner.ts'
import { findRunningTurn, findTurn, insertEvents, insertTurn, listMemories, listRunningOf } from './turn-store.ts'

/** Questions of the conversation that a new one may refer to. */
const historyLength = 6

/** A question as it goes to the agent. */
export interface Question {
  turnId: string
  question: string
  principal: Principal
  connectionId: string
  areaId: string | null
  history: TurnMemory[]
  /** Null: what an administrator configured. */
  answerWith: 'builtin' | null
}

export interface TurnService {
  /**
   * Begins to answer, unless the turn exists: a repeated post of the same id starts nothing.
   * @returns the turn's id; its events are read with `follow`
   * @throws AppError question_empty, question_too_long, session_not_found, turn_running, no_database, and what the
   *   database's or the area's access check says
   */
  start(principal: Principal, request: RunRequest): Promise<string>
  /** @throws AppError turn_not_found for another's turn */
  follow(principal: Principal, turnId: string, after: number, signal: AbortSignal): Promise<AsyncGenerator<TurnEvent>>
  /** @throws AppError session_not_found; turn_not_found when nothing is being answered */
  cancel(principal: Principal, sessionId: string): Promise<void>
  /** Stops everything that is being answered for a person, in whichever process. */
  cancelAllOf(userId: string): Promise<void>
}

export interface TurnServiceOptions {
  store: Store
  now: () => Date
  runner: TurnRunner
  follower: TurnFollower
  /** Finds the database and area of a question and checks that the person may ask them, before anything is written. */
  target: (principal: Principal, wanted: Target) => Promise<{ connectionId: string; areaId: string | null }>
  readsExecutedSql: ReadsExecutedSql
  /** What answers a question. */
  work: (question: Question) => TurnWork
}

export interface Target {
  connectionId: string | null
  areaId: string | null
}

export function createTurnService(options: TurnServiceOptions): TurnService {
  const { store, runner, follower } = options
  const queue = new KeyedQueue()
  return {
    start: (principal, request) => start(options, queue, principal, request),
    follow: async (principal, turnId, after, signal) => {
      const turn = requireOwnTurn(principal, await findTurn(store.db, turnId))
      const place = { connectionId: turn.connection_id, areaId: turn.area_id }
      const readsExecutedSql = await options.readsExecutedSql(principal, place)
      return eventsFor(follower.follow(turnId, after, signal), readsExecutedSql)
    },
    cancel: async (principal, sessionId) => {
      const session = await findOwnSession(store.db, principal.userId, sessionId)
      if (!session) throw new AppError('session_not_found')
      const turn = await findRunningTurn(store.db, session.id)
      if (!turn) throw new AppError('turn_not_found', { detail: 'No question is being answered in this conversation.' })
      await runner.cancel(turn.id)
    },
    cancelAllOf: async (userId) => {
      for (const turn of await listRunningOf(store.db, userId)) await runner.cancel(turn.id)
    },
  }
}

async function* eventsFor(events: AsyncGenerator<TurnEvent>, readsExecutedSql: boolean): AsyncGenerator<TurnEvent> {
  for await (const event of events) yield forReader(event, readsExecutedSql)
}

async function start(
  options: TurnServiceOptions,
  queue: KeyedQueue,
  principal: Principal,
  request: RunRequest,
): Promise<string> {
  const { store, runner } = options
  requireOwnPath(principal, request.userId)
  const question = questionOf(request)
  const turnId = request.turnId ?? randomUUID()
  const known = await findTurn(store.db, turnId)
  if (known) return requireSame(principal, request, known).id
  const session = await findSession(store.db, request)
  if (!session) throw new AppError('session_not_found')
  const connectionId = request.databaseConfigId ?? session.connection_id
  const areaId = request.businessAreaId ?? session.area_id
  const target = await options.target(principal, { connectionId, areaId }).catch((error: unknown) => {
    throw connectionId === session.connection_id ? databaseGone(error) : error
  })
  const history = (await listMemories(store.db, session.id, historyLength)).map(
    (text) => JSON.parse(text) as TurnMemory,
  )
  // A person's questions count on one row: many at once would cross there.
  const isNew = await queue.run(principal.userId, () =>
    insert(options, { principal, request, turnId, question, target }),
  )
  if (isNew) {
    const work = options.work({
      turnId,
      question,
      principal,
      history,
      answerWith: request.answerWith ?? null,
      ...target,
    })
    runner.start({ id: turnId, sessionId: session.id, lastSeq: 1 }, work)
  }
  return turnId
}

/** Of the conversation's own database more can be said than that it is unknown. */
function databaseGone(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'connection_not_found') return error
  return new AppError('connection_not_found', {
    detail:
      'The database of this conversation was removed, or is no longer shared with you. ' +
      'Choose another database to go on; the conversation so far stays readable.',
    cause: error,
  })
}

function questionOf(request: RunRequest): string {
  const text = request.newMessage.parts
    .map((part) => part.text)
    .join('\n')
    .trim()
  if (text === '') throw new AppError('question_empty')
  if (text.length > questionMaxLength) throw new AppError('question_too_long')
  return text
}

/** The id of another conversation's turn must neither answer nor tell that it exists. */
function requireSame(principal: Principal, request: RunRequest, turn: TurnRow): TurnRow {
  const own = requireOwnTurn(principal, turn)
  if (own.session_id !== request.sessionId) throw new AppError('turn_not_found')
  return own
}

interface NewTurn {
  principal: Principal
  request: RunRequest
  turnId: string
  question: string
  target: { connectionId: string; areaId: string | null }
}

/** @returns false when the same post arrived twice at once and the other one won */
async function insert(options: TurnServiceOptions, turn: NewTurn): Promise<boolean> {
  try {
    await insertOnce(options, turn)
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const known = await findTurn(options.store.db, turn.turnId)
    if (!known) throw new AppError('turn_running', { cause: error })
    requireSame(turn.principal, turn.request, known)
    return false
  }
}

async function insertOnce(options: TurnServiceOptions, turn: NewTurn): Promise<void> {
  const { store, runner, now } = options
  const moment = now().toISOString()
  await store.transaction(async (transaction) => {
    const session = await findSession(transaction, turn.request)
    if (!session) throw new AppError('session_not_found')
    await insertTurn(transaction, {
      id: turn.turnId,
      session_id: session.id,
      user_id: turn.principal.userId,
      number: session.next_turn,
      status: 'running',
      question: turn.question,
      connection_id: turn.target.connectionId,
      area_id: turn.target.areaId,
      memory: null,
      cancel_requested: 0,
      lease_owner: runner.owner,
      lease_until: runner.leaseEnd(),
      created_at: moment,
      ended_at: null,
      last_seq: 1,
    })
    await insertEvents(transaction, turn.turnId, [questionEvent(turn, moment)])
    await countQuestion(transaction, turn.principal.userId, now())
    await updateSession(transaction, session.id, sessionAfter(session, turn, moment))
  })
}

/** The first question names the conversation; each one is its preview. */
function sessionAfter(session: SessionRow, turn: NewTurn, moment: string) {
  return {
    next_turn: session.next_turn + 1,
    last_accessed: moment,
    last_message: preview(turn.question),
    connection_id: turn.target.connectionId,
    area_id: turn.target.areaId,
    ...(session.next_turn === 1 ? { name: preview(turn.question) } : {}),
  }
}

function questionEvent({ turnId, question }: NewTurn, timestamp: string): TurnEvent {
  return {
    id: randomUUID(),
    turn_id: turnId,
    seq: 1,
    author: 'user',
    timestamp,
    content: { role: 'user', parts: [{ text: question }] },
  }
}

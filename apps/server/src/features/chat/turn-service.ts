import { randomUUID } from 'node:crypto'
import { defaultSessionId, questionMaxLength, toWire, message } from '@parlance/contract'
import type { AreaRecommendation, RunRequest, TurnEvent, TurnPrompt } from '@parlance/contract'
import type { TurnMemory } from '../../agent/contract.ts'
import type { ReadsExecutedSql } from '../../door/executed-sql.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { KeyedQueue } from '../../store/keyed-queue.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { SessionRow, TurnRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { MediaService, ModelFile } from './attachments/media.ts'
import { readParts } from './attachments/read-parts.ts'
import type { AttachmentService, StagedAttachments } from './attachments/service.ts'
import { forReader } from './executed-sql.ts'
import type { TurnFollower } from './follow-turn.ts'
import { requireOwnPath, requireOwnTurn } from './policy.ts'
import { preview } from './present.ts'
import { countQuestion } from './query-quota.ts'
import { newSession } from './session-service.ts'
import { findOwnSession, findSession, insertSession, ownerOf, storedId, updateSession } from './session-store.ts'
import type { SessionKey } from './session-store.ts'
import type { SessionChange } from './session-store.ts'
import { queriesIn, type TurnQuery } from './turn-queries.ts'
import { findTurnTarget, type Target, type TargetChecks, type TurnTarget } from './turn-target.ts'
import type { TurnRunner, TurnWork } from './turn-runner.ts'
import {
  findFirstMemory,
  findPrompt,
  findRunningTurn,
  findOwnTurn,
  findTurn,
  insertEvents,
  insertTurn,
  listEvents,
  listMemories,
  listRunningOf,
} from './turn-store.ts'

/** The most recent questions that a new one may refer to. */
const historyLength = 6

/** A question in the form that the agent receives. */
export interface Question {
  turnId: string
  question: string
  principal: Principal
  connectionId: string
  areaId: string | null
  /** Whether it is asked in the draft of the area. */
  inDraft: boolean
  history: TurnMemory[]
  firstQuestion: string | null
  /** Null for the administrator's configuration. */
  answerWith: 'builtin' | null
  /** The area that was chosen automatically because none was selected. */
  chosenArea: AreaRecommendation | null
  /** Attached images, documents and texts for the model to read. */
  files: ModelFile[]
}

export interface TurnService {
  /**
   * Begins to answer, unless the turn exists. A repeated post of the same id starts nothing.
   * @returns the turn's id; read its events with `follow`
   * @throws AppError question_empty, question_too_long, session_not_found, turn_running, no_database, file_refused,
   *   and the errors of the database's or area's access check
   */
  start(principal: Principal, request: RunRequest): Promise<string>
  /**
   * @param onThought receives the lines of a model's thinking while the events are read
   * @throws AppError turn_not_found for another user's turn
   */
  follow(
    principal: Principal,
    turnId: string,
    after: number,
    signal: AbortSignal,
    onThought?: (line: string) => void,
  ): Promise<AsyncGenerator<TurnEvent>>
  /**
   * What a model was given for an own turn.
   * @throws AppError turn_not_found for another user's turn; forbidden if the user may not read what the database ran;
   *   not_found if no model was called
   */
  promptOf(principal: Principal, turnId: string): Promise<TurnPrompt>
  /** The database or file and the area of a turn. @throws AppError turn_not_found for another user's turn */
  placeOf(principal: Principal, turnId: string): Promise<Target>
  /** The queries of a turn, by the names of their results. @throws AppError turn_not_found for another user's turn */
  queriesOf(principal: Principal, turnId: string): Promise<ReadonlyMap<string, TurnQuery>>
  /** @throws AppError session_not_found; turn_not_found if nothing is being answered */
  cancel(principal: Principal, sessionId: string): Promise<void>
  /** Stops all turns of users in every process. */
  cancelAllOf(userIds: string[]): Promise<void>
  /** Stops these turns in every process, also if their conversations are gone. */
  stop(turnIds: string[]): Promise<void>
}

export interface TurnServiceOptions extends TargetChecks {
  store: Store
  now: () => Date
  runner: TurnRunner
  follower: TurnFollower
  readsExecutedSql: ReadsExecutedSql
  attachments: Pick<AttachmentService, 'stage'>
  media: MediaService
  /** Makes the work that answers a question. */
  work: (question: Question) => TurnWork
}

export function createTurnService(options: TurnServiceOptions): TurnService {
  const { store, runner, follower } = options
  const queue = new KeyedQueue()
  const ownPlace = async (principal: Principal, turnId: string): Promise<Target> => {
    const turn = requireOwnTurn(principal, await findOwnTurn(store.db, ownerOf(principal), turnId))
    return { connectionId: turn.connection_id, areaId: turn.area_id }
  }
  return {
    start: (principal, request) => start(options, queue, principal, request),
    follow: async (principal, turnId, after, signal, onThought) => {
      const readsExecutedSql = await options.readsExecutedSql(principal, await ownPlace(principal, turnId))
      const watch = () => (onThought ? runner.watchThoughts(turnId, onThought) : null)
      return forOneReader(follower.follow(turnId, after, signal), { readsExecutedSql, watch })
    },
    promptOf: async (principal, turnId) => {
      if (!(await options.readsExecutedSql(principal, await ownPlace(principal, turnId))))
        throw new AppError('forbidden')
      const prompt = await findPrompt(store.db, turnId)
      if (prompt === null) throw new AppError('not_found')
      return prompt
    },
    placeOf: ownPlace,
    queriesOf: async (principal, turnId) => {
      requireOwnTurn(principal, await findOwnTurn(store.db, ownerOf(principal), turnId))
      return queriesIn(await listEvents(store.db, turnId, 0))
    },
    cancel: async (principal, sessionId) => {
      const session = await findOwnSession(store.db, ownerOf(principal), sessionId)
      if (!session) throw new AppError('session_not_found')
      const turn = await findRunningTurn(store.db, session.id)
      if (!turn)
        throw new AppError('turn_not_found', { detail: message('No question is being answered in this conversation.') })
      await runner.cancel(turn.id)
    },
    cancelAllOf: async (userIds) => {
      for (const turn of await listRunningOf(store.db, userIds)) await runner.cancel(turn.id)
    },
    stop: async (turnIds) => {
      for (const id of turnIds) await runner.cancel(id)
    },
  }
}

/** @param watch begins to report thoughts when the first event is read, and returns a function that ends it */
async function* forOneReader(
  events: AsyncGenerator<TurnEvent>,
  { readsExecutedSql, watch }: { readsExecutedSql: boolean; watch: () => (() => void) | null },
): AsyncGenerator<TurnEvent> {
  const end = watch()
  try {
    for await (const event of events) yield forReader(event, readsExecutedSql)
  } finally {
    end?.()
  }
}

async function start(
  options: TurnServiceOptions,
  queue: KeyedQueue,
  principal: Principal,
  request: RunRequest,
): Promise<string> {
  const { store } = options
  requireOwnPath(principal, request.userId)
  const { text, attachments } = readParts(request.newMessage.parts)
  requireQuestion(text, attachments.length)
  const turnId = request.turnId ?? randomUUID()
  const key = { ...request, ...ownerOf(principal) }
  const known = await findTurn(store.db, turnId)
  if (known) return requireSame(principal, key, known).id
  const session = (await findSession(store.db, key)) ?? (await beginDefault(options, key))
  // Report this before waiting for files to be read.
  const running = await findRunningTurn(store.db, session.id)
  if (running?.id === turnId) return requireSame(principal, key, running).id
  if (running) throw new AppError('turn_running')
  const { spoken, files } = await options.media.read(attachments, {
    userId: principal.userId,
    answerWith: request.answerWith ?? null,
  })
  const place = { sessionId: session.id, ownerId: principal.userId, turnId }
  const staged = attachments.length === 0 ? null : await options.attachments.stage(place, attachments)
  try {
    const question = [text, spoken].filter(Boolean).join('\n') || (staged?.table?.question ?? aboutFiles)
    const target = await findTurnTarget(options, principal, { request, session, staged, question })
    const turn = { principal, request, turnId, question, target, staged }
    const isNew = await beginTurn(options, queue, turn, { session, files })
    if (!isNew) await staged?.discard()
    return turnId
  } catch (error) {
    await staged?.discard()
    throw error
  }
}

/** A client that names no conversation uses its default one, which is created when first needed. */
async function beginDefault({ store, now }: TurnServiceOptions, key: SessionKey): Promise<SessionRow> {
  if (key.sessionId !== defaultSessionId) throw new AppError('session_not_found')
  const row = newSession(key, {}, { moment: now().toISOString(), id: storedId(key) })
  await insertSession(store.db, row).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
  })
  return row
}

/** The question of a message that has files but no words. */
const aboutFiles = 'What is in the attached files?'

/** @returns false if the same post arrived twice at once and the other one won */
async function beginTurn(
  options: TurnServiceOptions,
  queue: KeyedQueue,
  turn: NewTurn,
  { session, files }: { session: SessionRow; files: ModelFile[] },
): Promise<boolean> {
  const { store, runner } = options
  const history = (await listMemories(store.db, session.id, historyLength)).map(
    (memory) => JSON.parse(memory) as TurnMemory,
  )
  // A user's questions count in one row, where concurrent transactions would conflict.
  const isNew = await queue.run(turn.principal.userId, () => insert(options, turn))
  if (!isNew) return false
  const firstQuestion = await firstQuestionOf(store.db, session.id, history)
  const { turnId, question, principal, request, target } = turn
  const { connectionId, areaId, chosenArea = null, inDraft } = target
  const answerWith = request.answerWith ?? null
  const place = { connectionId, areaId, chosenArea, inDraft }
  const work = options.work({ turnId, question, principal, history, firstQuestion, answerWith, files, ...place })
  runner.start({ id: turnId, sessionId: session.id, lastSeq: 1 }, work)
  return true
}

/** The conversation's first answered question; null if there is none. */
async function firstQuestionOf(db: Store['db'], sessionId: string, latest: TurnMemory[]): Promise<string | null> {
  if (latest.length < historyLength) return latest[0]?.question ?? null
  const memory = await findFirstMemory(db, sessionId)
  return memory === null ? null : (JSON.parse(memory) as TurnMemory).question
}

function requireQuestion(text: string, fileCount: number): void {
  if (text === '' && fileCount === 0) throw new AppError('question_empty')
  if (text.length > questionMaxLength) throw new AppError('question_too_long')
}

/** The id of another conversation's turn must neither answer nor reveal that it exists. */
function requireSame(principal: Principal, key: SessionKey, turn: TurnRow): TurnRow {
  const own = requireOwnTurn(principal, turn)
  if (own.session_id !== storedId(key)) throw new AppError('turn_not_found')
  return own
}

interface NewTurn {
  principal: Principal
  request: RunRequest
  turnId: string
  question: string
  target: TurnTarget
  staged: StagedAttachments | null
}

const keyOf = ({ request, principal }: NewTurn): SessionKey => ({ ...request, ...ownerOf(principal) })

/** @returns false if the same post arrived twice at once and the other one won */
async function insert(options: TurnServiceOptions, turn: NewTurn): Promise<boolean> {
  try {
    await insertOnce(options, turn)
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const known = await findTurn(options.store.db, turn.turnId)
    if (!known) throw new AppError('turn_running', { cause: error })
    requireSame(turn.principal, keyOf(turn), known)
    return false
  }
}

async function insertOnce(options: TurnServiceOptions, turn: NewTurn): Promise<void> {
  const { store, runner, now } = options
  const moment = now().toISOString()
  await store.transaction(async (transaction) => {
    const session = await findSession(transaction, keyOf(turn))
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
      in_draft: turn.target.inDraft ? 1 : 0,
    })
    await turn.staged?.keep(transaction)
    await insertEvents(transaction, turn.turnId, [questionEvent(turn, moment)])
    await countQuestion(transaction, turn.principal.userId, now())
    await updateSession(transaction, session.id, sessionAfter(session, turn, moment))
  })
}

/** The first question becomes the conversation's name. Each question becomes its preview. */
function sessionAfter(session: SessionRow, turn: NewTurn, moment: string): SessionChange {
  return {
    next_turn: session.next_turn + 1,
    last_accessed: moment,
    last_message: preview(turn.question),
    connection_id: turn.target.databaseId,
    file_connection_id: turn.target.fileId,
    ...(turn.target.fileId === null ? { area_id: turn.target.areaId, in_draft: turn.target.inDraft ? 1 : 0 } : {}),
    ...(session.next_turn === 1 ? { name: preview(turn.question) } : {}),
  }
}

function questionEvent({ turnId, question, staged, target }: NewTurn, timestamp: string): TurnEvent {
  const { inDraft } = target
  const body = { kind: 'question', text: question, attachments: staged?.files ?? [], inDraft } as const
  return toWire(body, { id: randomUUID(), turnId, seq: 1, timestamp })
}

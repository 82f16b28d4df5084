import { randomUUID } from 'node:crypto'
import type { EventBody, RunRequest, TurnEvent } from '@parlance/contract'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { TurnMemory } from '../agent/contract.ts'
import type { TurnEnd } from '../agent/turn.ts'
import type { Principal } from '../http/principal.ts'
import type { TestStore } from './test-store.ts'
import { createTurnFollower } from '../features/chat/follow-turn.ts'
import { createSessionService } from '../features/chat/session-service.ts'
import { createTurnRunner, type TurnWork } from '../features/chat/turn-runner.ts'
import { createTurnService, type Question } from '../features/chat/turn-service.ts'

const silent = pino({ level: 'silent' })

function person(userId: string): Principal {
  const nobody = { tenantId: null, tenantName: null, deptId: null, attributes: {}, limits: null }
  return { userId, email: `${userId}@example.test`, username: userId, role: 'GENERAL', ...nobody }
}

export async function addUser({ store }: TestStore, id: string): Promise<Principal> {
  const email = `${id}@example.test`
  await store.db
    .insertInto('users')
    .values({
      id,
      email,
      email_key: email,
      username: id,
      organization: 'Example',
      password_hash: 'x',
      role: 'GENERAL',
      status: 'A',
      is_active: 1,
      attributes: '{}',
      daily_query_count: 0,
      monthly_query_count: 0,
      created_at: new Date().toISOString(),
    })
    .execute()
  return person(id)
}

/** The dependencies of a test's turn service. */
export interface Setup {
  now?: () => Date
  turnTimeoutMs?: number
  work?: (question: Question) => TurnWork
}

export function setUp(
  { store }: TestStore,
  { now = () => new Date(), turnTimeoutMs = 60_000, work = () => answer }: Setup = {},
) {
  const runner = createTurnRunner({ store, now, log: silent, turnTimeoutMs })
  onTestFinished(() => runner.close())
  const follower = createTurnFollower(store, runner)
  const readsExecutedSql = async () => true
  const target = async () => ({ connectionId: 'c1', areaId: null })
  const attachments = {
    stage: async () => {
      throw new Error('These questions have no files')
    },
  }
  const media = { read: async () => ({ spoken: '', files: [] }) }
  const turns = createTurnService({
    store,
    now,
    runner,
    follower,
    target,
    requireDatabase: async () => undefined,
    requireDraft: async () => undefined,
    readsExecutedSql,
    attachments,
    media,
    work,
  })
  const sessions = createSessionService({
    store,
    now,
    stopTurns: (ids) => runner.stopSessions(ids),
    removeFiles: async () => undefined,
    hasFile: async () => false,
    usableDatabases: async () => new Set(['c1']),
    requireUsableArea: async () => undefined,
    requireDraft: async () => undefined,
    readsExecutedSql,
    onOpen: () => undefined,
  })
  return { runner, turns, sessions }
}

/** A last event that says only 'done'. */
export const finalEvent = {
  kind: 'final',
  text: 'done',
  usage: null,
  followUps: [],
  readings: [],
  actions: [],
  figures: [],
} satisfies EventBody<'final'>

/** Answers in two pieces of text, after one progress event. */
export const answer: TurnWork = async (emit): Promise<TurnEnd> => {
  emit({ kind: 'progress', message: 'Reading' })
  for (const text of ['There are ', '42.']) emit({ kind: 'text', text })
  emit({ ...finalEvent, text: 'There are 42.' })
  return { status: 'final', answer: null, memory: memoryOf('q'), error: null }
}

function memoryOf(question: string): TurnMemory {
  return { question, sql: 'SELECT 42', reading: null, answer: 'There are 42.', state: { step: 1 } }
}

/** Runs until it is stopped. */
export const endless: TurnWork = async (emit, signal): Promise<TurnEnd> => {
  emit({ kind: 'progress', message: 'Running' })
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  emit({ kind: 'cancelled', message: 'Operation cancelled by user' })
  return { status: 'cancelled', answer: null, memory: null, error: null }
}

export async function newSession(setup: ReturnType<typeof setUp>, principal: Principal): Promise<string> {
  const path = { appName: 'nl_to_sql_agent', userId: principal.userId }
  return (await setup.sessions.create(principal, path, {})).id
}

export function ask(
  principal: Principal,
  sessionId: string,
  text = 'How many?',
  turnId: string = randomUUID(),
): RunRequest {
  const newMessage = { role: 'user' as const, parts: [{ text }] }
  return { appName: 'nl_to_sql_agent', userId: principal.userId, sessionId, newMessage, turnId }
}

export async function read(setup: ReturnType<typeof setUp>, principal: Principal, turnId: string, after = 0) {
  const events: TurnEvent[] = []
  const stop = new AbortController()
  for await (const event of await setup.turns.follow(principal, turnId, after, stop.signal)) events.push(event)
  return events
}

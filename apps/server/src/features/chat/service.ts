import { builtinResponder, chooseResponder } from '../../agent/choose-responder.ts'
import { gatherPlace, prepareTurn, type AgentEnvironment } from '../../agent/prepare-turn.ts'
import { withSafeTexts } from '../../agent/safe-events.ts'
import { runTurn } from '../../agent/turn.ts'
import type { StoredValues } from '../../agent/stored-values.ts'
import { createValueLookup } from '../../agent/value-lookup.ts'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { ModelService } from '../../models/service.ts'
import type { RecommendArea } from '../areas/service.ts'
import type { AreasService } from '../areas/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { ExamplesService } from '../examples/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { QueryService } from '../../door/service.ts'
import type { QueryTargets } from '../../door/target.ts'
import type { SettingsService } from '../settings/service.ts'
import { createMediaService } from './attachments/media.ts'
import { createAttachmentService, type AttachmentService } from './attachments/service.ts'
import { createTargetFinder } from './find-target.ts'
import { createTurnFollower } from './follow-turn.ts'
import { createHistoryRetention, type HistoryRetention } from './history-retention.ts'
import { createSessionAdministration, type SessionAdministration } from './session-administration.ts'
import { createSessionService, type SessionService } from './session-service.ts'
import { createStarters, type StarterService } from './starters.ts'
import { createTurnRunner } from './turn-runner.ts'
import { listRunning } from './turn-store.ts'
import { createTurnService, type TurnService } from './turn-service.ts'

export type { SessionService } from './session-service.ts'
export type { SqlQuota } from './sql-quota.ts'
export type { TurnQuery } from './turn-queries.ts'
export type { TurnService } from './turn-service.ts'

/** The most verified examples to search for one question, which leaves out those that no longer run. */
export const exampleLimit = 6

export interface ChatService {
  sessions: SessionService
  turns: TurnService
  administration: SessionAdministration
  attachments: AttachmentService
  retention: HistoryRetention
  starters: StarterService
  /** Loads, without waiting, what the user's first question needs. */
  prepare(principal: Principal): void
  /** Marks turns of dead processes as failed. Call it at start. */
  recover(): Promise<void>
  /** Ends running turns with an explanation for their followers. */
  endTurns(): Promise<void>
  /** Does the same and closes everything else. */
  close(): Promise<void>
}

export interface ChatDependencies {
  query: QueryService
  targets: QueryTargets
  connections: ConnectionsService
  settings: SettingsService
  models: ModelService
  audit: AuditService
  license: Pick<LicenseService, 'historyDays'>
  areas: Pick<AreasService, 'definitions' | 'drafts' | 'hints' | 'list' | 'requireUsable'>
  /** Counts an answer for the definitions of an area that it used. */
  countUsed: AgentEnvironment['countUsed']
  /** Notes the words of a question about an area that were not clear. */
  noteUnclear: (turnId: string, phrases: readonly string[]) => Promise<void>
  recommendArea: RecommendArea
  examples: Pick<ExamplesService, 'examplesFor'>
  stored: StoredValues
}

/** Creates the conversations: sessions, and turns that outlive the request that began them. */
export function createChatService(context: AppContext, dependencies: ChatDependencies): ChatService {
  const { store, now, log, config } = context
  const environment = { ...agentEnvironment(context, dependencies), countUsed: dependencies.countUsed }
  const { query, connections, areas } = dependencies
  const requireDraft = async (principal: Principal, areaId: string) => {
    await areas.drafts.read(principal, areaId)
  }
  const attachments = createAttachmentService(context, connections.files)
  const runner = createTurnRunner({ store, now, log, turnTimeoutMs: config.limits.turnTimeoutMs })
  const follower = createTurnFollower(store, runner)
  const retention = createHistoryRetention(context, {
    ...dependencies,
    removeFiles: (sessionIds) => attachments.remove(sessionIds),
  })
  return {
    sessions: createSessionService({
      store,
      now,
      stopTurns: (sessionIds) => runner.stopSessions(sessionIds),
      removeFiles: (sessionIds) => attachments.remove(sessionIds),
      hasFile: (sessionId, connectionId) => connections.files.belongs(sessionId, connectionId),
      readsExecutedSql: (principal, place) => query.readsExecutedSql(principal, place),
      usableDatabases: (principal) => dependencies.connections.usableIds(principal),
      requireUsableArea: (principal, place) => areas.requireUsable(principal, place),
      requireDraft,
      onOpen: (principal, place) => warmUp(environment, dependencies, { log, principal, ...place }),
    }),
    turns: createTurnService({
      store,
      now,
      runner,
      follower,
      target: createTargetFinder(dependencies),
      requireDatabase: async (principal, connectionId) => {
        await connections.get(principal, connectionId)
      },
      requireDraft,
      attachments,
      media: createMediaService(dependencies),
      readsExecutedSql: (principal, place) => query.readsExecutedSql(principal, place),
      work: (question) => async (emit, signal, think) => {
        const channel = { emit: withSafeTexts(emit), think, signal, turnId: question.turnId }
        const asked = question.inDraft ? draftEnvironment(environment, dependencies, question.principal) : environment
        const end = await runTurn(channel, () => prepareTurn(asked, question, channel))
        const unclear = question.inDraft || question.areaId === null ? [] : (end.answer?.unclear ?? [])
        if (unclear.length === 0) return end
        await dependencies
          .noteUnclear(question.turnId, unclear)
          .catch((error: unknown) => log.warn({ err: error }, 'could not note unclear words'))
        return end
      },
    }),
    administration: createSessionAdministration(context, {
      audit: dependencies.audit,
      visiblePlaces: async (admin) => ({
        connections: new Map((await connections.list(admin)).map(({ config_id, name }) => [config_id, name])),
        areas: new Map((await areas.list(admin, null)).map(({ area_id, area_name }) => [area_id, area_name])),
      }),
      stopTurns: async (sessionIds) => {
        for (const turn of await listRunning(store.db)) {
          if (sessionIds.includes(turn.session_id)) await runner.cancel(turn.id)
        }
        await runner.stopSessions(sessionIds)
      },
      removeFiles: (sessionIds) => attachments.remove(sessionIds),
    }),
    attachments,
    retention,
    starters: createStarters({
      environment,
      draftEnvironmentOf: (principal) => draftEnvironment(environment, dependencies, principal),
      targets: dependencies.targets,
      authorize: query.environment.authorize,
    }),
    prepare: (principal) => warmUp(environment, dependencies, { log, principal, ...anyPlace }),
    recover: async () => {
      await runner.recover()
      await connections.files.removeLeftovers()
    },
    endTurns: () => runner.close(),
    close: async () => {
      await retention.close()
      await runner.close()
      follower.close()
    },
  }
}

interface Place {
  connectionId: string | null
  areaId: string | null
}

/** Where a user's questions are asked by default. */
const anyPlace: Place = { connectionId: null, areaId: null }

interface Opened extends Place {
  log: AppContext['log']
  principal: Principal
}

/** Loads what the first question needs while the user is still typing. */
function warmUp(
  environment: AgentEnvironment,
  { targets }: ChatDependencies,
  { log, principal, ...asked }: Opened,
): void {
  const load = async () => {
    const place = await targets.find(principal, asked)
    const { catalogue } = await gatherPlace(environment, principal, place)
    environment.warmParsers(catalogue.dialect)
    await environment.responder(null)
  }
  load().catch((error: unknown) => log.debug({ err: error }, 'could not prepare for the next question'))
}

/** What questions in a draft read from it. */
interface DraftSources {
  areas: Pick<AreasService, 'definitions' | 'hints'>
  examples: Pick<ExamplesService, 'examplesFor'>
}

/**
 * The environment of questions in the draft of their area. What they use is not counted.
 * @param editor in whose name the draft is read
 */
export function draftEnvironment(
  environment: AgentEnvironment,
  { areas, examples }: DraftSources,
  editor: Principal,
): AgentEnvironment {
  return {
    ...environment,
    inDraft: true,
    hintsOf: (principal, place) => areas.hints(principal, { ...place, draftOf: editor }),
    definitionsOf: (principal, place, catalogue) =>
      areas.definitions(principal, { ...place, draftOf: editor }, catalogue),
    examplesOf: (place, question) => examples.examplesFor({ ...place, question, limit: exampleLimit, inDraft: true }),
  }
}

/** Creates the agent's environment from the server's services. */
export function agentEnvironment(
  { now, config }: Pick<AppContext, 'now' | 'config'>,
  {
    query,
    connections,
    settings,
    models,
    areas,
    recommendArea,
    examples,
    stored,
  }: Omit<ChatDependencies, 'countUsed' | 'noteUnclear' | 'targets' | 'audit' | 'license'>,
): AgentEnvironment {
  return {
    door: query.door,
    catalogueOf: query.environment.catalogueOf,
    scopeOf: query.environment.scopeOf,
    lookUpValues: createValueLookup(() => now().getTime(), stored),
    warmParsers: (dialect) => query.warm(dialect),
    databaseName: async (principal, connectionId) => (await connections.get(principal, connectionId)).name,
    hintsOf: (principal, place) => areas.hints(principal, place),
    definitionsOf: (principal, place, catalogue) => areas.definitions(principal, place, catalogue),
    examplesOf: (place, question) => examples.examplesFor({ ...place, question, limit: exampleLimit }),
    recommendArea: (principal, connectionId, question) =>
      recommendArea(principal, { question, applicationId: null, connectionId }),
    sharesData: async () => (await settings.preferences()).share_data_with_llm,
    responder: async (answerWith) => {
      if (answerWith === 'builtin') return builtinResponder()
      const { temperature, max_tokens } = await settings.preferences()
      const { schemaCharacters } = config.limits
      const preferences = { temperature, maxTokens: max_tokens, schemaCharacters }
      return chooseResponder(await settings.orchestration(), preferences, models, await settings.sqlModel())
    },
    now,
  }
}

import { builtinResponder, chooseResponder } from '../../agent/choose-responder.ts'
import { prepareTurn, type AgentEnvironment } from '../../agent/prepare-turn.ts'
import { runTurn } from '../../agent/turn.ts'
import { createValueLookup } from '../../agent/value-lookup.ts'
import type { AppContext } from '../../context.ts'
import type { Principal } from '../../http/principal.ts'
import type { ModelService } from '../../models/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { QueryService } from '../query/service.ts'
import type { QueryTargets } from '../query/target.ts'
import type { SettingsService } from '../settings/service.ts'
import { createTurnFollower } from './follow-turn.ts'
import { createSessionAdministration, type SessionAdministration } from './session-administration.ts'
import { createSessionService, type SessionService } from './session-service.ts'
import { createTurnRunner } from './turn-runner.ts'
import { listRunning } from './turn-store.ts'
import { createTurnService, type TurnService } from './turn-service.ts'

export interface ChatService {
  sessions: SessionService
  turns: TurnService
  administration: SessionAdministration
  /** Marks turns of dead processes as failed; call it at start. */
  recover(): Promise<void>
  /** Ends running turns with an explanation. */
  close(): Promise<void>
}

export interface ChatDependencies {
  query: QueryService
  targets: QueryTargets
  connections: ConnectionsService
  settings: SettingsService
  models: ModelService
  audit: AuditService
}

/** Conversations: sessions, and turns that outlive the request that began them. */
export function createChatService(context: AppContext, dependencies: ChatDependencies): ChatService {
  const { store, now, log, config } = context
  const environment = agentEnvironment(context, dependencies)
  const { query } = dependencies
  const runner = createTurnRunner({ store, now, log, turnTimeoutMs: config.limits.turnTimeoutMs })
  const follower = createTurnFollower(store, (turnId) => runner.brokenBy(turnId))
  return {
    sessions: createSessionService({
      store,
      now,
      stopTurns: (sessionIds) => runner.stopSessions(sessionIds),
      readsExecutedSql: (principal, place) => query.readsExecutedSql(principal, place),
      usableDatabases: (principal) => dependencies.connections.usableIds(principal),
      onOpen: (principal, connectionId) => {
        warmUp(environment, dependencies, { principal, connectionId }).catch((error: unknown) =>
          log.debug({ err: error }, 'nothing was made ready for the next question'),
        )
      },
    }),
    turns: createTurnService({
      store,
      now,
      runner,
      follower,
      target: dependencies.targets.find,
      readsExecutedSql: (principal, place) => query.readsExecutedSql(principal, place),
      work: (question) => (emit, signal) =>
        runTurn({ emit, signal }, () => prepareTurn(environment, question, { emit, signal })),
    }),
    administration: createSessionAdministration(context, {
      audit: dependencies.audit,
      stopTurns: async (sessionIds) => {
        for (const turn of await listRunning(store.db)) {
          if (sessionIds.includes(turn.session_id)) await runner.cancel(turn.id)
        }
        await runner.stopSessions(sessionIds)
      },
    }),
    recover: () => runner.recover(),
    close: async () => {
      await runner.close()
      follower.close()
    },
  }
}

/** Loads while a person is still typing what the first question would otherwise wait for. */
async function warmUp(
  environment: AgentEnvironment,
  { targets }: ChatDependencies,
  asked: { principal: Principal; connectionId: string | null },
): Promise<void> {
  const { connectionId } = await targets.find(asked.principal, { connectionId: asked.connectionId, areaId: null })
  const catalogue = await environment.catalogueOf(connectionId)
  environment.warmParsers(catalogue.dialect)
  await environment.responder(null)
}

/** The agent's environment over the server's services. */
export function agentEnvironment(
  { now }: Pick<AppContext, 'now'>,
  { query, connections, settings, models }: Omit<ChatDependencies, 'targets' | 'audit'>,
): AgentEnvironment {
  return {
    door: query.door,
    catalogueOf: query.environment.catalogueOf,
    scopeOf: query.environment.scopeOf,
    lookUpValues: createValueLookup(() => now().getTime()),
    warmParsers: (dialect) => query.warm(dialect),
    databaseName: async (principal, connectionId) => (await connections.get(principal, connectionId)).name,
    sharesData: async () => (await settings.preferences()).share_data_with_llm,
    responder: async (answerWith) => {
      if (answerWith === 'builtin') return builtinResponder()
      const { temperature, max_tokens } = await settings.preferences()
      return chooseResponder(await settings.orchestration(), { temperature, maxTokens: max_tokens }, models)
    },
    now,
  }
}

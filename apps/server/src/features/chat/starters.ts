import type { StarterQuestions } from '@parlance/contract'
import { gatherPlace, prepareStarters, todayOf, type AgentEnvironment } from '../../agent/prepare-turn.ts'
import { dependsOnTimeOrRows, numberOf, scopeKey } from '../../agent/scope-key.ts'
import type { QueryTargets } from '../../door/target.ts'
import type { Principal } from '../../http/principal.ts'

/** First questions about a database or area, which return rows for the user. */
export interface StarterService {
  /** @throws AppError from the access check of the database, the area, or its draft */
  list(
    principal: Principal,
    wanted: { connectionId: string | null; areaId: string | null; inDraft: boolean },
    signal: AbortSignal,
  ): Promise<StarterQuestions>
}

/** How many milliseconds questions are remembered, and how long it is remembered that there are none. */
const rememberedMs = { questions: 10 * 60_000, nothing: 60_000 }
const rememberedLimit = 1_000

export interface StarterDependencies {
  environment: AgentEnvironment
  /** The environment of a user's questions in the draft of an area. */
  draftEnvironmentOf: (principal: Principal) => AgentEnvironment
  targets: QueryTargets
  /** Checks that the user may still query the connection. */
  authorize: (principal: Principal, connectionId: string) => Promise<void>
}

/**
 * Remembers the questions of each user. The key has the user's attributes, the area's tables and rules, and the catalog,
 * so a change of any of them leads to a new check. If a rule depends on other rows or the clock, nothing is remembered.
 * Access is checked at each call.
 */
export function createStarters({
  environment: published,
  draftEnvironmentOf,
  targets,
  authorize,
}: StarterDependencies): StarterService {
  const remembered = new Map<string, { found: StarterQuestions; until: number }>()
  return {
    list: async (principal, { inDraft, ...wanted }, signal) => {
      const environment = inDraft ? draftEnvironmentOf(principal) : published
      const place = await targets.find(principal, wanted)
      await authorize(principal, place.connectionId)
      const gathered = await gatherPlace(environment, principal, place)
      const { scope, whole, hints } = gathered
      const parts = [numberOf(whole), numberOf(hints), todayOf(environment)]
      const key = JSON.stringify([principal.userId, scopeKey({ principal, ...place, scope }), ...parts])
      const known = remembered.get(key)
      const now = environment.now().getTime()
      if (known !== undefined && known.until > now) return known.found
      // The built-in engine is large, so it is loaded on first use.
      const { starterQuestions } = await import('../../agent/proven-questions.ts')
      const found = await starterQuestions(prepareStarters(environment, { ...place, principal, gathered }, signal))
      if (dependsOnTimeOrRows(scope)) return found
      remembered.delete(key)
      const isEmpty = found.questions.length === 0
      remembered.set(key, { found, until: now + (isEmpty ? rememberedMs.nothing : rememberedMs.questions) })
      if (remembered.size > rememberedLimit) remembered.delete(remembered.keys().next().value ?? '')
      return found
    },
  }
}

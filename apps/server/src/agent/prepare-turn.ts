import { randomUUID } from 'node:crypto'
import { message, wireMessage } from '@parlance/contract'
import type { AreaRecommendation, Catalogue, SqlDialect, UsedDefinition } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { withAreaJoins, type AreaHints, type VerifiedExample } from './area-hints.ts'
import { visibleCatalogue, writesHidden } from '../door/visible-catalogue.ts'
import type { QueryDoor, QueryEnvironment, QueryScope } from '../door/contract.ts'
import type { Principal } from '../http/principal.ts'
import type { AgentTurn, Emit, Responder, TurnChannel, TurnMemory } from './contract.ts'
import type { Asker } from './proven-questions.ts'
import { valuesFor } from './value-lookup.ts'
import type { ValueLookup } from './value-lookup.ts'

/** The dependencies of the agent, provided by the server's features or, for a file, by the command line. */
export interface AgentEnvironment {
  door: QueryDoor
  catalogueOf: QueryEnvironment['catalogueOf']
  scopeOf: QueryEnvironment['scopeOf']
  lookUpValues: ValueLookup
  /** Loads a dialect's parsers while the model is still thinking. */
  warmParsers(dialect: SqlDialect): void
  databaseName(principal: Principal, connectionId: string): Promise<string>
  /**
   * @param answerWith the user's choice for this one question; null for the administrator's configuration
   * @throws AppError model_not_configured
   */
  responder(answerWith: 'builtin' | null): Promise<Responder>
  /** Whether cell values may be sent to an external model. */
  sharesData(): Promise<boolean>
  /** The area's hints about its tables; absent if there are no areas. */
  hintsOf?(principal: Principal, place: TurnPlace): Promise<AreaHints | null>
  /** What the area's words mean, over a catalog of what the user may see; absent if there are no areas. */
  definitionsOf?(principal: Principal, place: TurnPlace, catalogue: Catalogue): Promise<SemanticModel | null>
  /** Counts an answer for the definitions of an area that it used; absent if nothing counts them. */
  countUsed?(areaId: string, used: readonly UsedDefinition[]): Promise<void>
  /** Verified answers for the database or area, most similar first; absent if none are stored. */
  examplesOf?(place: TurnPlace, question: string): Promise<VerifiedExample[]>
  /** The best area for a question among those that the user may use there; absent if there are no areas. */
  recommendArea?(principal: Principal, connectionId: string, question: string): Promise<AreaRecommendation | null>
  /** Whether questions are asked in the draft of an area. Their answers are not counted. */
  inDraft?: boolean
  now(): Date
}

export interface TurnPlace {
  connectionId: string
  areaId: string | null
}

export interface TurnQuestion {
  question: string
  principal: Principal
  connectionId: string
  areaId: string | null
  history: TurnMemory[]
  firstQuestion?: string | null
  answerWith?: 'builtin' | null
  files?: AgentTurn['files']
  /** The area chosen for the question because the user didn't choose one. */
  chosenArea?: AreaRecommendation | null
}

export interface PreparedTurn {
  turn: AgentTurn
  responder: Responder
}

/** What one user may see in a database or area. */
export interface GatheredPlace {
  scope: QueryScope
  hints: AreaHints | null
  catalogue: Catalogue
  /** The catalog with what the user may not see. */
  whole: Catalogue
  definitions: SemanticModel | null
}

/** Gathers what one user may see in a database or area; access is checked. Throws like `AgentEnvironment.scopeOf`. */
export async function gatherPlace(
  environment: Pick<AgentEnvironment, 'scopeOf' | 'catalogueOf' | 'hintsOf' | 'definitionsOf'>,
  principal: Principal,
  asked: TurnPlace,
): Promise<GatheredPlace> {
  const scope = await environment.scopeOf(principal, asked)
  const place = { connectionId: asked.connectionId, areaId: scope.areaId }
  const [whole, hints] = await Promise.all([
    environment.catalogueOf(asked.connectionId),
    scope.areaId === null ? null : (environment.hintsOf?.(principal, place) ?? null),
  ])
  const catalogue = withAreaJoins(await visibleCatalogue(scope, whole), hints)
  const definitions = scope.areaId === null ? null : await environment.definitionsOf?.(principal, place, catalogue)
  return { scope, hints, catalogue, whole, definitions: definitions ?? null }
}

/** What the first questions about a place need. */
export function prepareStarters(
  environment: AgentEnvironment,
  { principal, gathered, ...asked }: TurnPlace & { principal: Principal; gathered: GatheredPlace },
  signal: AbortSignal,
): Asker {
  const { scope, hints, catalogue, definitions } = gathered
  const place = { connectionId: asked.connectionId, areaId: scope.areaId }
  return {
    ...place,
    principal,
    catalogue,
    hints,
    definitions,
    door: environment.door,
    valuesOf: valuesFor(environment.lookUpValues, environment.door, { principal, ...place, scope, catalogue, signal })
      .valuesOf,
    today: todayOf(environment),
    signal,
  }
}

/** The date of 'today', as yyyy-mm-dd. */
export function todayOf({ now }: Pick<AgentEnvironment, 'now'>): string {
  return now().toISOString().slice(0, 10)
}

/** Gathers everything that one question may see and use. All access checks are done when it returns. */
export async function prepareTurn(
  environment: AgentEnvironment,
  asked: TurnQuestion,
  { emit, think, signal }: TurnChannel,
): Promise<PreparedTurn> {
  const { principal, connectionId } = asked
  const { scope, hints, catalogue, whole, definitions } = await gatherPlace(environment, principal, asked)
  const place = { connectionId, areaId: scope.areaId }
  const [examples, databaseName, shareData, responder] = await Promise.all([
    usableExamples(environment, {
      ...place,
      principal,
      question: asked.question,
      whole,
      visible: catalogue,
      definitions,
      signal,
    }),
    environment.databaseName(principal, connectionId),
    environment.sharesData(),
    environment.responder(asked.answerWith ?? null),
  ])
  environment.warmParsers(catalogue.dialect)
  const turn: AgentTurn = {
    ...asked,
    areaId: scope.areaId,
    databaseName,
    catalogue,
    hints,
    definitions,
    countUsed: usageCounter(environment, scope.areaId),
    examples,
    inDraft: environment.inDraft ?? false,
    recommendArea: async (question) => (await environment.recommendArea?.(principal, connectionId, question)) ?? null,
    door: environment.door,
    steps: [],
    ...valuesFor(environment.lookUpValues, environment.door, { principal, connectionId, scope, catalogue, signal }),
    shareData,
    today: todayOf(environment),
    emit,
    think,
    signal,
  }
  if (asked.chosenArea) emitChosenArea(asked.chosenArea, asked.question, emit)
  return { turn, responder }
}

/** Counts each definition once for a turn, however many of its queries use it. */
function usageCounter(environment: AgentEnvironment, areaId: string | null): AgentTurn['countUsed'] {
  const counted = new Set<string>()
  return async (used) => {
    const added = used.filter(({ kind, name }) => !counted.has(`${kind} ${name}`))
    for (const { kind, name } of added) counted.add(`${kind} ${name}`)
    if (areaId === null || added.length === 0 || environment.inDraft === true) return
    await environment.countUsed?.(areaId, added)
  }
}

/** The most verified examples that one question uses. */
const mostExamples = 3

interface ExampleSearch extends TurnPlace {
  principal: Principal
  question: string
  whole: Catalogue
  visible: Catalogue
  definitions: SemanticModel | null
  signal: AbortSignal
}

/**
 * Leaves out examples that use something the area has hidden since they were verified, that don't apply a default filter
 * of the area, or that the gate now refuses.
 */
async function usableExamples(
  { examplesOf, door }: Pick<AgentEnvironment, 'examplesOf' | 'door'>,
  { question, whole, visible, definitions, connectionId, areaId, ...asker }: ExampleSearch,
): Promise<VerifiedExample[]> {
  const found = (await examplesOf?.({ connectionId, areaId }, question)) ?? []
  const usable: VerifiedExample[] = []
  for (const example of found) {
    if (usable.length === mostExamples) break
    const { sql } = example
    if (await writesHidden(sql, whole, visible)) continue
    if (definitions !== null && (await lacksDefault(definitions, sql))) continue
    const request = { ...asker, connectionId, areaId, sql, purpose: 'chat' } as const
    if ((await door.findRefusal(request)) === null) usable.push(example)
  }
  return usable
}

/** Whether an example answers without a default filter, which may be newer than the example. */
async function lacksDefault(definitions: SemanticModel, sql: string): Promise<boolean> {
  if (!definitions.definitions.filters.some((one) => one.applies_by_default)) return false
  const { unappliedDefaults } = await import('@parlance/semantics')
  return unappliedDefaults(definitions, sql).length > 0
}

/** Records an automatic choice in the trace with the documented wording. */
function emitChosenArea(recommendation: AreaRecommendation, question: string, emit: Emit): void {
  const id = randomUUID()
  const name = 'recommend_business_area'
  const chosen = wireMessage(
    message('No business area was selected, so {area} was chosen for this question.', {
      area: recommendation.area_name,
    }),
  )
  const response = {
    success: true,
    ...chosen,
    recommendation,
    business_area_fallback: { triggered: true, ...chosen },
  }
  emit({ kind: 'tool_call', id, name, args: { question } })
  emit({ kind: 'tool_response', id, name, response })
}

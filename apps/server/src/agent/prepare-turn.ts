import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { QueryDoor, QueryEnvironment, QueryScope } from '../features/query/run-query.ts'
import type { Principal } from '../http/principal.ts'
import type { AgentTurn, Emit, Responder, TurnMemory } from './contract.ts'
import type { ValueLookup } from './value-lookup.ts'

/** What the agent works with; the server's features fill it, and so does the command line for a file. */
export interface AgentEnvironment {
  door: QueryDoor
  catalogueOf: QueryEnvironment['catalogueOf']
  scopeOf: QueryEnvironment['scopeOf']
  lookUpValues: ValueLookup
  /** Loads the parsers of a dialect while the model is still thinking. */
  warmParsers(dialect: SqlDialect): void
  databaseName(principal: Principal, connectionId: string): Promise<string>
  /**
   * @param answerWith the person's choice for this one question; null: what an administrator configured
   * @throws AppError model_not_configured
   */
  responder(answerWith: 'builtin' | null): Promise<Responder>
  /** Whether cell values may reach a model outside. */
  sharesData(): Promise<boolean>
  now(): Date
}

export interface TurnQuestion {
  question: string
  principal: Principal
  connectionId: string
  areaId: string | null
  history: TurnMemory[]
  answerWith?: 'builtin' | null
}

export interface PreparedTurn {
  turn: AgentTurn
  responder: Responder
}

/** Gathers what one question may see and use; every access check has been made when it returns. */
export async function prepareTurn(
  environment: AgentEnvironment,
  asked: TurnQuestion,
  { emit, signal }: { emit: Emit; signal: AbortSignal },
): Promise<PreparedTurn> {
  const { principal, connectionId } = asked
  const scope = await environment.scopeOf(principal, { connectionId, areaId: asked.areaId })
  const [whole, databaseName, shareData, responder] = await Promise.all([
    environment.catalogueOf(connectionId),
    environment.databaseName(principal, connectionId),
    environment.sharesData(),
    environment.responder(asked.answerWith ?? null),
  ])
  environment.warmParsers(whole.dialect)
  const catalogue = visiblePart(whole, scope.allowedTables)
  const turn: AgentTurn = {
    ...asked,
    areaId: scope.areaId,
    databaseName,
    catalogue,
    door: environment.door,
    valuesOf: valuesOf(environment, asked, { scope, catalogue, signal }),
    shareData,
    today: environment.now().toISOString().slice(0, 10),
    emit,
    signal,
  }
  return { turn, responder }
}

function valuesOf(
  { lookUpValues, door }: AgentEnvironment,
  { principal, connectionId }: TurnQuestion,
  rest: { scope: QueryScope; catalogue: Catalogue; signal: AbortSignal },
): AgentTurn['valuesOf'] {
  const since = performance.now()
  return (table, column) => lookUpValues(door, { principal, connectionId, table, column, since, ...rest })
}

const parts = new WeakMap<Catalogue, Map<string, Catalogue>>()

/** The part of a catalogue that an area shows; the same object each time, so that its index is made once. */
function visiblePart(catalogue: Catalogue, allowed: TableRef[] | null): Catalogue {
  if (!allowed) return catalogue
  const known = parts.get(catalogue) ?? new Map<string, Catalogue>()
  parts.set(catalogue, known)
  const names = new Set(allowed.map(({ schema, table }) => JSON.stringify([schema, table])))
  const key = [...names].toSorted().join()
  const part = known.get(key) ?? {
    ...catalogue,
    tables: catalogue.tables.filter((table) => names.has(JSON.stringify([table.schema, table.name]))),
  }
  known.set(key, part)
  return part
}

import {
  definitionPreviewRows,
  message,
  metricQuerySchema,
  type Catalogue,
  type Definitions,
  type MetricQuery,
  type MetricQueryResponse,
  type UsedDefinition,
} from '@parlance/contract'
import type { previewDefinitionRequestSchema, runMetricQueryRequestSchema } from '@parlance/contract'
import type { CompiledQuery } from '@parlance/semantics'
import type { Policies } from '@parlance/sql'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryDoor } from '../../../door/contract.ts'
import type { QueryService } from '../../../door/service.ts'
import { visibleCatalogue } from '../../../door/visible-catalogue.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { AreaResolver } from '../scoping/resolve-area.ts'
import { chooseDatabase } from '../previewing/choose-database.ts'
import type { PreviewService } from '../previewing/preview-area.ts'
import { mayEdit } from '../rights/policy.ts'
import { withoutHidden } from '../scoping/hidden-columns.ts'
import { semanticModel } from '../scoping/semantic-model.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { findAreaRecord } from '../store/area-store.ts'
import { definitionKey } from '../store/area-versions.ts'
import { countUsage } from '../store/definition-usage.ts'

/** Rows of an answer to a metric query. */
const mostRows = 10_000

type Run = z.output<typeof runMetricQueryRequestSchema>
type Preview = z.output<typeof previewDefinitionRequestSchema>

/** Answers questions in an area's own terms. */
export interface MetricQueries {
  /**
   * Compiles and runs a query as the caller, with the caller's own rules, and counts the definitions that it used.
   * @throws AppError area_not_found, area_unavailable, no_database, query_refused with the reason
   */
  run(principal: Principal, areaId: string, request: Run, signal: AbortSignal): Promise<MetricQueryResponse>
  /**
   * Shows ten rows of definitions that aren't saved yet, as the editor or as another user, whom the editor may preview.
   * @throws AppError like `run`, and like a preview of the area
   */
  preview(viewer: Principal, areaId: string, request: Preview, signal: AbortSignal): Promise<MetricQueryResponse>
  /** Counts an answer for the definitions that it used. */
  countAnswer(areaId: string, used: readonly Pick<UsedDefinition, 'kind' | 'name'>[]): Promise<void>
}

export interface MetricQueryDependencies {
  areas: Pick<AreaResolver, 'resolve' | 'requireUsable'> & {
    getEditable(principal: Principal, id: string): Promise<AreaRecord>
  }
  areaPreviews: Pick<PreviewService, 'actAs'>
  catalog: Pick<CatalogService, 'get'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  query: Pick<QueryService, 'door'>
}

/** One query, after the checks of the user and the place. */
interface Place {
  area: AreaRecord
  person: Principal
  connection: { id: string; name: string }
  policies: Policies | null
  catalogue: Catalogue
  door: Pick<QueryDoor, 'run'>
  signal: AbortSignal
}

export function createMetricQueries(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { areas, areaPreviews, catalog, connections, query: { door } }: MetricQueryDependencies,
): MetricQueries {
  const countAnswer: MetricQueries['countAnswer'] = (areaId, used) =>
    store.transaction((transaction) => countUsage(transaction, areaId, used, now()))

  return {
    countAnswer,
    run: async (principal, areaId, { query, database_config_id: wanted = null }, signal) => {
      await areas.requireUsable(principal, { connectionId: null, areaId })
      const record = await findAreaRecord(store.db, areaId)
      if (record === null) throw new AppError('area_not_found')
      const connection = await chooseDatabase(principal, record.applicationId, wanted, connections)
      const scope = await areas.resolve(principal, { connectionId: connection.id, areaId })
      const area = mayEdit(principal, record) ? record : { ...record, ...withoutHidden(record) }
      const whole = await catalog.get(connection.id)
      const place = { area, person: principal, connection, policies: scope.policies, door, signal }
      const answer = await answerOf(query, { ...place, catalogue: await visibleCatalogue(scope, whole) }, mostRows)
      await countAnswer(areaId, answer.used)
      return answer
    },
    preview: async (
      viewer,
      areaId,
      { definitions, joins, user_id: userId, database_config_id: wanted, ...subject },
      signal,
    ) => {
      const stored = await areas.getEditable(viewer, areaId)
      const acting = await areaPreviews.actAs(viewer, areaId, {
        userId: userId ?? viewer.userId,
        connectionId: wanted ?? null,
      })
      const connection = await connections.get(viewer, acting.connectionId)
      const asked = queryOf(subject, definitions)
      const area = { ...stored, definitions: asked.definitions, joins: joins ?? stored.joins }
      const whole = await catalog.get(connection.id)
      const { scope, person, door: own } = acting
      const place = { area, person, connection, policies: scope.policies, door: own, signal }
      const shown = { ...place, catalogue: await visibleCatalogue(scope, whole) }
      return answerOf(asked.query, shown, definitionPreviewRows)
    },
  }
}

/** Without a query, the preview counts the rows of each value of a dimension, or those that match a filter. */
function queryOf(
  { query, rows_of: of }: Pick<Preview, 'query' | 'rows_of'>,
  definitions: Definitions,
): { query: MetricQuery; definitions: Definitions } {
  if (query !== undefined) return { query, definitions }
  const list = of?.kind === 'dimension' ? definitions.dimensions : definitions.filters
  const found = list.find(({ name }) => name.toLowerCase() === of?.name.toLowerCase())
  if (of === undefined || found === undefined)
    throw new AppError('bad_request', { detail: message('Choose a metric, a dimension, or a filter to preview.') })
  const name = freeName('Rows', definitions)
  const { metrics: made } = rowCounts(name, found.table)
  const shown = of.kind === 'dimension' ? { group_by: [found.name] } : { filters: [found.name] }
  return {
    query: metricQuerySchema.parse({ ...shown, metrics: [name] }),
    definitions: { ...definitions, metrics: [...definitions.metrics, ...made] },
  }
}

function freeName(name: string, { metrics }: Definitions): string {
  let free = name
  for (let count = 2; metrics.some((one) => one.name.toLowerCase() === free.toLowerCase()); count++)
    free = `${name} ${count}`
  return free
}

function rowCounts(name: string, table: string): Pick<Definitions, 'metrics'> {
  const computation = { kind: 'aggregate' as const, table, expression: 'COUNT(*)', condition: null, time_column: null }
  const plain = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  return { metrics: [{ name, computation, ...plain }] }
}

async function answerOf(query: MetricQuery, place: Place, rows: number): Promise<MetricQueryResponse> {
  const { sql, columns: meanings, used } = await compiled(query, place)
  const { area, person, connection, door, signal } = place
  const running = await door.run({
    principal: person,
    connectionId: connection.id,
    areaId: area.id,
    sql,
    purpose: 'preview',
    signal,
    limits: { maxRows: rows },
  })
  const { columns, rows: results, truncated } = await collect(running)
  return {
    database: { config_id: connection.id, name: connection.name },
    columns,
    meanings: meanings.map(({ kind, name, unit, format }) => ({ kind, name, unit, format })),
    results,
    truncated,
    used,
    sql_query: running.displaySql,
    executed_sql: running.executedSql,
    receipt: running.receipt,
  }
}

async function compiled(query: MetricQuery, { area, catalogue, policies }: Place): Promise<CompiledQuery> {
  const [{ compile, Refusal }, { maskedColumns, tableSql }] = await Promise.all([
    import('@parlance/semantics'),
    import('@parlance/sql'),
  ])
  const model = semanticModel(area, {
    catalogue,
    tableSql,
    versionOf: (kind, name) => area.definitionVersions[definitionKey(kind, name)] ?? area.version,
    maskedIn: ({ schema, name }) => new Set(maskedColumns({ schema, table: name }, catalogue, policies)),
  })
  const found = compile(query, model)
  if (found instanceof Refusal) throw new AppError('query_refused', { detail: found.reason })
  return found
}

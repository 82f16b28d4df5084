import { message } from '@parlance/contract'
import { Readable } from 'node:stream'
import type { EditionLimits, FullResultsRequest, ResultColumn } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { AppContext } from '../../context/context.ts'
import type { SessionService } from '../chat/service.ts'
import type { SqlQuota } from '../chat/service.ts'
import type { TurnService } from '../chat/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { RunningQuery } from '../../door/contract.ts'
import type { QueryService } from '../../door/service.ts'
import { readingOnce } from '../../store/read-once.ts'
import type { QueryTarget, QueryTargets } from '../../door/target.ts'
import { createRunningLimit } from '../../door/running-limit.ts'
import { bodyOf } from './body-of.ts'
import { runComputed } from './computed.ts'
import { customWriter, envelopeWriter, streamWriters, type StreamWriter } from './formats.ts'

/** A result that is being sent. */
export interface StreamedResult {
  contentType: string
  fileName: string
  /** The whole body, or a stream if it is large or not complete yet. */
  body: Buffer | Readable
}

export interface ExportService {
  /**
   * Runs the SQL again without a row limit and streams it in the requested format, as fast as the reader reads. The
   * SQL of a computed result runs over the results that it was computed from.
   * @throws AppError rate_limited if the user has too many running, quota_exceeded, query_refused, license_feature
   *   and the door's own errors
   */
  fullResults(principal: Principal, request: FullResultsRequest, signal: AbortSignal): Promise<StreamedResult>
  /** Lists the file formats that the edition exports. */
  formats(): Promise<EditionLimits['export_formats']>
}

export interface ExportDependencies {
  query: Pick<QueryService, 'door' | 'readsExecutedSql'>
  targets: QueryTargets
  license: LicenseService
  sessions: Pick<SessionService, 'placeOf'>
  turns: Pick<TurnService, 'placeOf' | 'queriesOf'>
  quota: SqlQuota
}

export function createExportService(
  { now }: Pick<AppContext, 'now'>,
  { query: { door, readsExecutedSql }, targets, license, sessions, turns, quota }: ExportDependencies,
): ExportService {
  const target = async (principal: Principal, request: FullResultsRequest): Promise<QueryTarget> => {
    if (request.turn_id) {
      const place = await turns.placeOf(principal, request.turn_id)
      return targets.find(principal, place)
    }
    const session = request.session_id ? await sessions.placeOf(principal, request.session_id) : null
    return targets.find(principal, {
      connectionId: request.database_config_id ?? session?.connectionId ?? null,
      areaId: request.business_area_id ?? session?.areaId ?? null,
    })
  }
  /** Starts the query after its checks, which read the store again for each request. */
  async function begin(
    principal: Principal,
    request: FullResultsRequest,
    signal: AbortSignal,
  ): Promise<{ query: RunningQuery; readsSql: boolean }> {
    const { connectionId, areaId } = await target(principal, request)
    const { sql_query: sql, turn_id: turnId = null, step = null } = request
    const queries = turnId === null || step === null ? null : await turns.queriesOf(principal, turnId)
    // No database runs SQL over results.
    const readsSql = queries === null && (await readsExecutedSql(principal, { connectionId, areaId }))
    await quota.count(principal.userId, { sql, turnId })
    const run = { principal, connectionId, areaId, sql, signal, limits: { maxRows: request.max_rows ?? null } }
    const query =
      queries === null || step === null
        ? await door.run({ ...run, purpose: request.format ? 'export' : 'full-results' })
        : await runComputed(door, queries, { ...run, step })
    return { query, readsSql }
  }

  const running = createRunningLimit()
  return {
    formats: async () => (await license.limits()).export_formats,
    fullResults: async (principal, request, signal) => {
      const writer = writerOf(request, await license.limits())
      if (request.sql_query.trim() === '')
        throw new AppError('bad_request', { detail: message('The SQL query is empty. Enter a query.') })
      const giveBack = await running.take(principal.userId, signal)
      const { query, readsSql } = await readingOnce(() => begin(principal, request, signal))
        .then(async ({ query, ...asked }) => ({
          ...asked,
          query: await withFirstRows(query, { readsJson: writer.readsJson === true, onEnd: giveBack }),
        }))
        .catch((error: unknown) => {
          giveBack()
          throw error
        })
      const columns = withFormats(query.columns, request.column_formats)
      const asked = { sql: request.sql_query, readsExecutedSql: readsSql }
      const end = () => query.close().finally(giveBack)
      const body = await bodyOf(writer.write({ ...query, columns }, asked)).catch(async (error: unknown) => {
        await end()
        throw error
      })
      // A client that left before the first byte never starts the stream, so close the query in either case.
      if (body instanceof Readable) body.once('close', () => void end())
      else await end()
      return {
        contentType: writer.contentType,
        fileName: `query_results_${timestamp(now())}.${writer.extension}`,
        body,
      }
    },
  }
}

/** The columns with the formats that the answer had for their names. */
function withFormats(
  columns: readonly ResultColumn[],
  formats: FullResultsRequest['column_formats'] = [],
): ResultColumn[] {
  const byName = new Map(formats.map(({ name, format }) => [name, format]))
  return columns.map((column) => {
    const format = byName.get(column.name)
    return format === undefined ? column : { ...column, format }
  })
}

/**
 * Waits for the query's first rows. Many engines report only then that it cannot run, and this must be an answer rather
 * than a stream that breaks off.
 * @param onEnd called when the database has sent all rows, which may still be on the way to the user
 */
async function withFirstRows(
  query: RunningQuery,
  { readsJson, onEnd }: { readsJson: boolean; onEnd: () => void },
): Promise<RunningQuery> {
  if (readsJson && query.json) return { ...query, json: await begun(query.json, onEnd) }
  return { ...query, batches: await begun(query.batches, onEnd) }
}

async function begun<Piece>(pieces: AsyncIterable<Piece>, onEnd: () => void): Promise<AsyncGenerator<Piece>> {
  const rest = pieces[Symbol.asyncIterator]()
  return after(await rest.next(), rest, onEnd)
}

async function* after<Piece>(
  first: IteratorResult<Piece>,
  rest: AsyncIterator<Piece>,
  onEnd: () => void,
): AsyncGenerator<Piece> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value
    onEnd()
  } finally {
    await rest.return?.()
  }
}

/** "Load all rows" requests no format and is free. The edition limits files (OP-23). */
function writerOf({ format, custom }: FullResultsRequest, edition: EditionLimits): StreamWriter {
  if (format === undefined) return envelopeWriter
  if (!edition.export_formats.includes(format)) {
    const detail =
      format === 'custom'
        ? message('Your edition does not include custom export formats. Choose another format.')
        : message('Your edition does not include export to {format}. Choose another format.', {
            format: format.toUpperCase(),
          })
    throw new AppError('license_feature', { detail })
  }
  return format === 'custom' ? customWriter(custom) : streamWriters[format]
}

/** yyyy-MM-dd_HH-mm-ss, as in the documents' file names. */
function timestamp(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
}

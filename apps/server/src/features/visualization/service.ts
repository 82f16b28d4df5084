import { message } from '@parlance/contract'
import { Readable } from 'node:stream'
import type { VisualizationEnd, VisualizationRowsRequest } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { readingOnce } from '../../store/read-once.ts'
import type { SqlQuota } from '../chat/service.ts'
import { createRunningLimit } from '../../door/running-limit.ts'
import { isTruncated } from '../../door/collect.ts'
import type { RunningQuery } from '../../door/contract.ts'
import type { QueryService } from '../../door/service.ts'
import type { QueryTargets } from '../../door/target.ts'

export interface VisualizationService {
  /**
   * Runs the SQL as this user through the one door, whatever its author, and streams lines of JSON: columns, rows, end.
   * @throws AppError bad_request, rate_limited, quota_exceeded, query_refused and the door's own errors
   */
  rows(principal: Principal, request: VisualizationRowsRequest, signal: AbortSignal): Promise<Readable>
}

export function createVisualizationService({
  query: { door },
  targets,
  quota,
}: {
  query: Pick<QueryService, 'door'>
  targets: QueryTargets
  quota: SqlQuota
}): VisualizationService {
  const running = createRunningLimit()
  return {
    rows: async (principal, request, signal) => {
      const sql = request.sql_query
      if (sql.trim() === '')
        throw new AppError('bad_request', { detail: message('The SQL query is empty. Enter a query.') })
      const giveBack = await running.take(principal.userId, signal)
      const query = await readingOnce(async () => {
        const place = await targets.find(principal, {
          connectionId: request.database_config_id,
          areaId: request.business_area_id ?? null,
        })
        await quota.count(principal.userId, { sql, turnId: null })
        return door.run({ principal, ...place, sql, purpose: 'visualize', signal })
      }).catch((error: unknown) => {
        giveBack()
        throw error
      })
      const body = Readable.from(lines(query), { objectMode: false, highWaterMark: 64 * 1024 })
      // A client that left before the first byte never starts the lines, so close the query in either case.
      body.once('close', () => void query.close().finally(giveBack))
      return body
    },
  }
}

async function* lines(query: RunningQuery): AsyncGenerator<string> {
  yield line({ columns: query.columns })
  let count = 0
  for await (const rows of query.batches) {
    if (rows.length === 0) continue
    yield line({ rows })
    count += rows.length
  }
  const end: VisualizationEnd = { row_count: count, truncated: isTruncated(query), receipt: query.receipt }
  yield line({ end })
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

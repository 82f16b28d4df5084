import type { Catalogue, ResultWarning, Row } from '@parlance/contract'
import { saysNothing } from '../../agent/check-result.ts'
import { prepareTurn } from '../../agent/prepare-turn.ts'
import { runSql } from '../../agent/tools/execute-sql-query.ts'
import { createValueLookup } from '../../agent/value-lookup.ts'
import type { Config } from '../../config/config.ts'
import type { ParserPool } from '../../door/parser-pool.ts'
import { openFile } from '../file-database.ts'

/** The rows of a query, and what an answer would warn of. */
export interface CheckedQuery {
  rows: Row[]
  /** Whether the rows say nothing. */
  isEmpty: boolean
  warnings: ResultWarning[]
}

/** Every check is waited for. */
const longPatienceMs = 60_000

/** Runs SQL as a model's answer to a question about one SQLite file. */
export interface Checker {
  catalogue: Catalogue
  /** Null if the query fails. */
  check(question: string, sql: string): Promise<CheckedQuery | null>
  close(): Promise<void>
}

export async function openChecker(
  path: string,
  { config, parsers, signal }: { config: Config; parsers: ParserPool; signal: AbortSignal },
): Promise<Checker> {
  const place = await openFile(path, config, { ...parsers, close: async () => undefined })
  const { principal, connectionId, areaId, door } = place
  const environment = {
    door,
    ...place.environment,
    lookUpValues: createValueLookup(),
    warmParsers: place.warmParsers,
    databaseName: () => place.databaseName(),
    sharesData: async () => true,
    responder: async () => ({ name: 'recorded', provider: 'recorded', respond: () => Promise.reject(new Error()) }),
    now: () => new Date(),
  }
  const channel = { emit: () => undefined, signal }
  return {
    catalogue: await place.environment.catalogueOf(connectionId),
    check: async (question, sql) => {
      const asked = { question, principal, connectionId, areaId, history: [] }
      const { turn } = await prepareTurn(environment, asked, channel)
      const { read } = await runSql({ sql_query: sql }, { ...turn, patienceMs: longPatienceMs })
      return read ? { rows: read.result.rows, isEmpty: saysNothing(read.result), warnings: read.warnings } : null
    },
    close: () => place.close(),
  }
}

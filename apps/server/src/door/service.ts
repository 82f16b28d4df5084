import type { SqlDialect } from '@parlance/contract'
import type { Config } from '../config/config.ts'
import type { Principal } from '../http/principal.ts'
import { AppError } from '../lib/errors.ts'
import type { QueryDoor, QueryEnvironment, QueryLogEntry, QueryScope } from './contract.ts'
import { createReadsExecutedSql, type ReadsExecutedSql } from './executed-sql.ts'
import type { ParserPool } from './parser-pool.ts'
import { createQueryDoor } from './run-query.ts'
import type { QueryRecord, ServerParts } from './server-parts.ts'

export interface QueryService {
  door: QueryDoor
  environment: QueryEnvironment
  /**
   * The same door for a user who previews another user's view in a scope that the caller has checked. The viewer's
   * access reaches the database, the rules use the other user's values, and the log names both.
   */
  doorFor(viewer: Principal, scope: QueryScope): QueryDoor
  /**
   * The same door for the server's own reading of a database in a scope that the caller has determined. No user asks, so
   * the caller records the reading as a whole.
   */
  doorForServer(scope: QueryScope): QueryDoor
  readsExecutedSql: ReadsExecutedSql
  /** Loads the gate and the parsers of a dialect before the first query needs them. */
  warm(dialect: SqlDialect): void
  close(): Promise<void>
}

/** @param parts closing this service also closes `parsers` */
export function createQueryService(
  { config, now }: { config: Pick<Config, 'limits'>; now: () => Date },
  { users, connections, catalog, areas, audit, parsers, protection }: ServerParts & { parsers: ParserPool },
): QueryService {
  const environment: QueryEnvironment = {
    principalNow: async ({ userId }) => {
      const found = await users.findNow(userId)
      if (found === null || found.user.status !== 'A' || found.user.is_active === 0)
        throw new AppError('not_authenticated')
      return found.principal
    },
    authorize: async (principal, connectionId) => {
      const { is_valid: isTested } = await connections.place(principal, connectionId)
      if (isTested) await protection.requireIdentified(connectionId)
    },
    open: (principal, connectionId) => connections.open(principal, connectionId),
    catalogueOf: (connectionId) => catalog.get(connectionId),
    scopeOf: (principal, ids) => areas.resolve(principal, ids),
    audit: (entry) => audit.record(toRecord(entry)),
    parse: parsers.parse,
    limits: config.limits,
    now,
  }
  return {
    door: createQueryDoor(environment),
    environment,
    doorFor: (viewer, scope) =>
      createQueryDoor({
        ...environment,
        // The preview shows separately whether the other user may still sign in.
        principalNow: async (person) => person,
        authorize: (_person, connectionId) => environment.authorize(viewer, connectionId),
        open: (_person, connectionId) => environment.open(viewer, connectionId),
        scopeOf: async () => scope,
        audit: (entry) => {
          const { detail, ...record } = toRecord(entry)
          return audit.record({ ...record, userId: viewer.userId, detail: { ...detail, acting_as: entry.userId } })
        },
      }),
    doorForServer: (scope) =>
      createQueryDoor({
        ...environment,
        principalNow: async (principal) => principal,
        authorize: (_principal, connectionId) => protection.requireIdentified(connectionId),
        open: (_principal, connectionId) => connections.openForServer(connectionId),
        scopeOf: async () => scope,
        parse: (dialect, sql, form) => parsers.parse(dialect, sql, form, null),
        audit: async () => undefined,
      }),
    readsExecutedSql: createReadsExecutedSql({ areas, connections }),
    warm: (dialect) => void Promise.all([import('@parlance/sql'), parsers.warm(dialect)]),
    close: () => parsers.close(),
  }
}

function toRecord(entry: QueryLogEntry): QueryRecord {
  const outcomes = { answered: 'allowed', refused: 'denied' } as const
  return {
    action: 'query.run',
    outcome: outcomes[entry.outcome as keyof typeof outcomes] ?? 'failed',
    userId: entry.userId,
    targetKind: 'connection',
    targetId: entry.connectionId,
    targetName: entry.connectionName,
    detail: {
      purpose: entry.purpose,
      end: entry.outcome,
      area: entry.areaId,
      sql_hash: entry.sqlHash,
      tables: entry.tables.map(({ schema, table }) => (schema ? `${schema}.${table}` : table)).join(', '),
      rules: entry.rules.join(', '),
      denials: entry.denialCodes.join(', '),
      rows: entry.rowCount,
      truncated_by: entry.truncatedBy,
      ms: entry.ms,
    },
  }
}

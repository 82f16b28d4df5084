import type { SqlDialect } from '@parlance/contract'
import type { Config } from '../config/config.ts'
import type { AreasService } from '../features/areas/service.ts'
import type { Principal } from '../http/principal.ts'
import { AppError } from '../lib/errors.ts'
import type { UsersService } from '../features/users/service.ts'
import type { AuditService } from '../features/audit/service.ts'
import type { CatalogService } from '../features/catalog/service.ts'
import type { ConnectionsService } from '../features/connections/service.ts'
import type { ProtectionService } from '../features/protection/service.ts'
import type { ParserPool } from './parser-pool.ts'
import { mayReadExecutedSql } from './executed-sql.ts'
import type { QueryLogEntry } from './present.ts'
import { createQueryDoor, type QueryDoor, type QueryEnvironment, type QueryScope } from './run-query.ts'

export interface QueryService {
  door: QueryDoor
  environment: QueryEnvironment
  /**
   * The same door for one who looks at what another person would get in a scope that the caller has checked: the
   * database is reached as the one who looks, the rules get the other person's values, and the log names both.
   */
  doorFor(viewer: Principal, scope: QueryScope): QueryDoor
  /** Whether this person may now read what the database ran for a question that was asked there. */
  readsExecutedSql(
    principal: Principal,
    place: { connectionId: string | null; areaId: string | null },
  ): Promise<boolean>
  /** Loads the gate and the parsers of a dialect before the first query needs them. */
  warm(dialect: SqlDialect): void
  close(): Promise<void>
}

export interface QueryDependencies {
  users: Pick<UsersService, 'find' | 'principalOf'>
  connections: ConnectionsService
  catalog: CatalogService
  areas: AreasService
  audit: AuditService
  protection: Pick<ProtectionService, 'requireIdentified'>
  /** Closed with this service. */
  parsers: ParserPool
}

/** The one door with the server's own features behind it. */
export function createQueryService(
  { config, now }: { config: Pick<Config, 'limits'>; now: () => Date },
  { users, connections, catalog, areas, audit, parsers, protection }: QueryDependencies,
): QueryService {
  const environment: QueryEnvironment = {
    principalNow: async ({ userId }) => {
      const user = await users.find(userId)
      if (user === null || user.status !== 'A' || user.is_active === 0) throw new AppError('not_authenticated')
      return users.principalOf(user)
    },
    authorize: async (principal, connectionId) => {
      const { is_valid: isTested } = await connections.get(principal, connectionId)
      if (isTested) await protection.requireIdentified(connectionId)
    },
    open: (principal, connectionId) => connections.open(principal, connectionId),
    catalogueOf: (connectionId) => catalog.get(connectionId),
    scopeOf: (principal, ids) => areas.resolve(principal, ids),
    audit: (entry) => audit.record(toAuditRecord(entry)),
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
        // Whether the other person may still come in is told beside what they would see.
        principalNow: async (person) => person,
        authorize: (_person, connectionId) => environment.authorize(viewer, connectionId),
        open: (_person, connectionId) => environment.open(viewer, connectionId),
        scopeOf: async () => scope,
        audit: (entry) => {
          const { detail, ...record } = toAuditRecord(entry)
          return audit.record({ ...record, userId: viewer.userId, detail: { ...detail, acting_as: entry.userId } })
        },
      }),
    readsExecutedSql: async (principal, { connectionId, areaId }) => {
      if (connectionId === null) return false
      const area = areaId === null ? null : { ownerId: await areas.ownerOf(areaId) }
      const ownsConnection = await connections.get(principal, connectionId).then(
        (connection) => connection.is_owner,
        () => false,
      )
      return mayReadExecutedSql(principal, { area, ownsConnection })
    },
    warm: (dialect) => void Promise.all([import('@parlance/sql'), parsers.warm(dialect)]),
    close: () => parsers.close(),
  }
}

function toAuditRecord(entry: QueryLogEntry): Parameters<AuditService['record']>[0] {
  const outcomes = { answered: 'allowed', refused: 'denied' } as const
  return {
    action: 'query.run',
    outcome: outcomes[entry.outcome as keyof typeof outcomes] ?? 'failed',
    userId: entry.userId,
    targetKind: 'connection',
    targetId: entry.connectionId,
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

import { setImmediate as othersTurn } from 'node:timers/promises'
import type { areaAudienceRequestSchema, AreaAudience, AudienceTable, Catalogue } from '@parlance/contract'
import type { Policies, TableAccess, TableRef } from '@parlance/sql'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import type { MissingTable } from '../../../door/missing-tables.ts'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import type { UsersService } from '../../users/service.ts'
import type { AreaScope, AreaScopes, DraftScopes } from '../scoping/area-scopes.ts'
import { findTable } from '../scoping/table-names.ts'
import { listAudience } from './audience-users.ts'
import type { AudienceMember } from './audience-users.ts'
import { chooseDatabase } from './choose-database.ts'
import { presentMissing, presentTable } from './present-audience.ts'
import type { DraftSettler } from './settle-draft.ts'

/** The most tables with rules to examine. No one reads more for each user. */
const mostTables = 200
/** Milliseconds for the tables of one request. Tables left after that are counted. */
const timeLimit = 10_000

export interface AudienceService {
  /**
   * Shows who would see what if a draft were saved, without reading rows of the database. For administrators, and for
   * the owner of an area, who sees neither the values of other users' attributes nor users that they don't know.
   * @throws AppError like `DraftSettler.settle`, and like choosing a database
   */
  read(
    viewer: Principal,
    request: z.output<typeof areaAudienceRequestSchema>,
    signal: AbortSignal,
  ): Promise<AreaAudience>
}

export interface AudienceDependencies {
  drafts: Pick<DraftSettler, 'settle'>
  scopes: Pick<AreaScopes, 'draftScopes'>
  users: Pick<UsersService, 'principalOf'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list' | 'usableIds'>
  catalog: Pick<CatalogService, 'get'>
  protection: Pick<ProtectionService, 'requireIdentified'>
  audit: Pick<AuditService, 'record'>
  parse: ParserPool['parse']
}

/** A user with the part of the database that the user would see. */
interface Reader {
  principal: Principal
  scope: AreaScope
  showsValues: boolean
  tables: AudienceTable[]
}

export function createAudienceService(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { drafts, scopes, users, connections, catalog, protection, audit, parse }: AudienceDependencies,
): AudienceService {
  const readersOf = (viewer: Principal, members: AudienceMember[], made: DraftScopes): Reader[] =>
    members.map(({ row, isReachApproved }) => ({
      principal: users.principalOf(row),
      scope: isReachApproved ? made.approved : made.other,
      showsValues: viewer.role === 'ADMIN' || row.id === viewer.userId,
      tables: [],
    }))

  return {
    read: async (viewer, { offset, database_config_id: wanted = null, ...unsaved }, signal) => {
      const draft = await drafts.settle(viewer, unsaved)
      const { area } = draft
      const connection = await chooseDatabase(viewer, area.applicationId, wanted, connections)
      await protection.requireIdentified(connection.id)
      const { total, members } = await listAudience(store.db, viewer, draft, offset)
      const [made, catalogue] = await Promise.all([scopes.draftScopes(area, connection.id), catalog.get(connection.id)])
      const readers = readersOf(viewer, members, made)
      const { masked, unexamined } = await examine(
        area.tables.map(({ name }) => name),
        readers,
        {
          catalogue,
          policies: made.approved.policies,
          now: now().toISOString(),
          parse: parseFor(parse, viewer.userId),
          signal,
        },
      )
      const usable = await Promise.all(readers.map(({ principal }) => connections.usableIds(principal)))
      await audit.record({
        action: 'area.review-audience',
        outcome: 'allowed',
        userId: viewer.userId,
        targetKind: 'area',
        targetId: draft.before?.id ?? null,
        targetName: draft.before?.name ?? null,
        detail: { users: readers.length, total, connection: connection.id },
      })
      return {
        database: { config_id: connection.id, name: connection.name },
        users: readers.map(({ principal: { userId, username, email }, tables }, at) => ({
          user_id: userId,
          username,
          email,
          may_use_database: usable[at]?.has(connection.id) ?? false,
          tables,
        })),
        total,
        table_count: area.tables.length,
        masked_tables: masked,
        unexamined_tables: unexamined,
        waits_for_approval: draft.waits,
      }
    },
  }
}

interface Means {
  catalogue: Catalogue
  policies: Policies | null
  now: string
  parse: ReturnType<typeof parseFor>
  signal: AbortSignal
}

/** Adds to each reader the tables that don't show them everything. One table at a time, so that its rules parse once. */
async function examine(
  names: string[],
  readers: Reader[],
  means: Means,
): Promise<{ masked: AreaAudience['masked_tables']; unexamined: number }> {
  const end = performance.now() + timeLimit
  const masked: AreaAudience['masked_tables'] = []
  let [examined, unexamined] = [0, 0]
  for (const name of names) {
    means.signal.throwIfAborted()
    if (examined >= mostTables || performance.now() > end) {
      unexamined += 1
      continue
    }
    const access = await examineTable(name, readers, means)
    if (access === 'open') continue
    examined += 1
    if (access !== null && access.masked.length + access.hidden.length > 0) {
      const columns = access.masked.map(({ column, maskType, rule }) => ({ column, mask_type: maskType, rule }))
      masked.push({ table_name: name, masked: columns, hidden: access.hidden })
    }
    await othersTurn()
  }
  return { masked, unexamined }
}

/**
 * @returns what one of the readers may see, for the masks, which are the same for all; 'open' if everyone sees all of
 *   the table, and null if it has no masks or no one can read it
 */
async function examineTable(name: string, readers: Reader[], means: Means): Promise<TableAccess | 'open' | null> {
  const { readAccess } = await import('@parlance/sql')
  const { catalogue, policies, now, parse } = means
  const found = findTable(catalogue, name)
  const ref = found === null || found === 'ambiguous' ? null : { schema: found.schema, table: found.name }
  let known: TableAccess | 'open' | null = null
  let isClosed = false
  for (const { principal, scope, showsValues, tables } of readers) {
    const missing = missingIn(scope, name, ref)
    if (missing !== null) {
      isClosed = true
      tables.push(presentMissing(missing))
    } else if (ref !== null && known !== 'open') {
      const access = await readAccess(ref, { catalogue, policies, principal, now }, parse)
      if (access === null) continue
      known = isOpen(access) ? 'open' : access
      const table = presentTable(name, access, { showsValues, defaultSchema: catalogue.defaultSchema })
      if (table.sees !== 'all') tables.push(table)
    }
  }
  return known === 'open' && isClosed ? null : known
}

interface Opened {
  allowed: ReadonlySet<string>
  missing: ReadonlyMap<string, MissingTable>
}

const openedScopes = new WeakMap<AreaScope, Opened>()

/** Why a table of the area is closed to a user; null if it is open. */
function missingIn(scope: AreaScope, name: string, ref: TableRef | null): MissingTable | null {
  const opened = openedScopes.get(scope) ?? {
    allowed: new Set(scope.allowedTables.map(keyOf)),
    missing: new Map(scope.missing.map((each) => [each.name, each])),
  }
  openedScopes.set(scope, opened)
  const isAllowed = ref !== null && opened.allowed.has(keyOf(ref))
  return opened.missing.get(name) ?? (isAllowed ? null : { name, reason: 'gone' })
}

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}

function isOpen({ rows, masked, hidden, refusal }: TableAccess): boolean {
  return rows.length + masked.length + hidden.length === 0 && refusal === null
}

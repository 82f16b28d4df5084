import { message } from '@parlance/contract'
import type { AreaPreview, Catalogue, DatabaseConfiguration, previewAreaRequestSchema } from '@parlance/contract'
import type { Parse, Receipt } from '@parlance/sql'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import type { StoredValues } from '../../../agent/stored-values.ts'
import { createValueLookup } from '../../../agent/value-lookup.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryDoor, QueryScope } from '../../../door/contract.ts'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import type { QueryService } from '../../../door/service.ts'
import type { UsersService } from '../../users/service.ts'
import type { AreaAccessService } from '../editing/area-access.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScope, AreaScopes } from '../scoping/area-scopes.ts'
import { canUse, isActive, requireKnown } from './preview-user.ts'
import { chooseDatabase } from './choose-database.ts'
import { emptyOf, nameOf } from './present-audience.ts'
import type { DraftSettler, SettledDraft } from './settle-draft.ts'
import { findTable } from '../scoping/table-names.ts'

/** The number of rows in a preview, enough to see the effect of a rule. */
const previewRows = 100

export interface PreviewService {
  /**
   * Shows what another user would get in an area. The owner and administrators may preview, with that user's values in
   * the rules, but only the area's tables and only through a database that they may use themselves. An owner who isn't
   * an administrator may preview as themselves and as users on the access list. Any other ID is treated as unknown. The
   * answer says whether the user may use the area, and shows the result of its rules in either case. A draft applies
   * only to this preview, after the same checks as saving it.
   * @param areaId null for an area that isn't saved yet, which only administrators may preview
   * @throws AppError area_not_found, forbidden, not_found, no_database, connection_untested, bad_request,
   *   query_refused, and for a draft license_limit, license_feature, area_invalid
   */
  preview(viewer: Principal, areaId: string | null, request: PreviewRequest, signal: AbortSignal): Promise<AreaPreview>
  /**
   * Finds what the viewer needs to ask as a user in an area, after the checks of a preview.
   * @param place.connectionId null for the viewer's selected database, or the first one of the area's application
   * @throws AppError area_not_found, forbidden, not_found, no_database, connection_not_found, connection_untested,
   *   bad_request
   */
  actAs(viewer: Principal, areaId: string, place: { userId: string; connectionId: string | null }): Promise<ActingPlace>
}

/** The other user, and the door that applies their rules within the viewer's own access. */
export interface ActingPlace {
  person: Principal
  connectionId: string
  /** The viewer's own approval decides about protected tables. */
  scope: QueryScope
  door: QueryDoor
  /** Whether the other user can use the area and the database. */
  mayUse: boolean
}

type UsableDraft = Pick<SettledDraft, 'area' | 'access'>

/** The part of the area service that a preview needs. */
interface PreviewedAreas {
  /** @throws AppError area_not_found, forbidden */
  getEditable(principal: Principal, id: string): Promise<AreaRecord>
  /** @throws AppError area_not_found, but not with a draft */
  isUsableBy(principal: Principal, id: string, draft?: UsableDraft): Promise<boolean>
  reachesProtected(principal: Principal, id: string): Promise<boolean>
  access: Pick<AreaAccessService, 'isListed'>
}

/** The area to preview, as stored or as a draft would make it. */
interface Previewed {
  area: AreaRecord
  scope(connectionId: string): Promise<AreaScope>
  mayUse(person: Principal): Promise<boolean>
}

export interface PreviewDependencies {
  areas: PreviewedAreas
  scopes: AreaScopes
  users: Pick<UsersService, 'find' | 'principalOf'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  catalog: Pick<CatalogService, 'get'>
  query: Pick<QueryService, 'doorFor'>
  protection: Pick<ProtectionService, 'requireIdentified'>
  drafts: Pick<DraftSettler, 'settleProven'>
  audit: Pick<AuditService, 'record'>
  parse: ParserPool['parse']
  stored: StoredValues
}

type PreviewRequest = z.output<typeof previewAreaRequestSchema> & {
  /** Required for an area that isn't saved yet. */
  application_id?: string
}

/** One preview, after all checks of the user and the place. */
interface Place {
  /** Null for an area that isn't saved yet. */
  areaId: string | null
  person: Principal
  connection: DatabaseConfiguration
  area: AreaRecord
  scope: AreaScope
  catalogue: Catalogue
  door: QueryDoor
  signal: AbortSignal
}

export function createPreviewService(
  { now }: Pick<AppContext, 'now'>,
  dependencies: PreviewDependencies,
): PreviewService {
  const { areas, users, catalog, query, protection, audit } = dependencies
  const lookUpValues = createValueLookup(() => now().getTime(), dependencies.stored)

  return {
    preview: async (viewer, areaId, request, signal) => {
      const stored = areaId === null ? null : await areas.getEditable(viewer, areaId)
      requireOneSubject(request)
      const user = await requireKnown(dependencies, viewer, stored, request.user_id)
      const person = await users.principalOf(user)
      const previewed = await previewedOf(dependencies, viewer, stored, request)
      const { area } = previewed
      const wanted = request.database_config_id ?? null
      const connection = await chooseDatabase(viewer, area.applicationId, wanted, dependencies.connections)
      await protection.requireIdentified(connection.id)
      const [scope, catalogue] = await Promise.all([previewed.scope(connection.id), catalog.get(connection.id)])
      const door = query.doorFor(viewer, { ...scope, areaId })
      const place: Place = { areaId, person, connection, area, scope, catalogue, door, signal }
      const isUser =
        isActive(user) &&
        (await previewed.mayUse(person)) &&
        (await canUse(dependencies.connections, person, connection))
      const subject = await subjectOf(request, place, async (question) => {
        // This module loads the whole built-in engine, which is not needed at server start.
        const { readQuestion } = await import('./preview-question.ts')
        const today = now().toISOString().slice(0, 10)
        return readQuestion(question, { ...place, connectionId: connection.id, lookUpValues, today })
      })
      if (request.draft !== undefined) await recordDraft(viewer, stored, person)
      const shown = await run(subject.sql, place)
      return {
        user: {
          user_id: person.userId,
          username: person.username,
          email: person.email,
          ...(viewer.role === 'ADMIN' && { role: person.role }),
        },
        may_use: isUser,
        database: { config_id: connection.id, name: connection.name },
        ...shown,
        visible_rows: subject.countSql === null ? null : await countRows(subject.countSql, place),
        hidden_columns: subject.hidden,
        empty_tables: await emptyTables(shown.receipt, place, {
          parse: parseFor(dependencies.parse, viewer.userId),
          now: now().toISOString(),
        }),
      }
    },
    actAs: async (viewer, areaId, { userId, connectionId }) => {
      const area = await areas.getEditable(viewer, areaId)
      const user = await requireKnown(dependencies, viewer, area, userId)
      const person = await users.principalOf(user)
      const connection = await chooseDatabase(viewer, area.applicationId, connectionId, dependencies.connections)
      await protection.requireIdentified(connection.id)
      const previewed = await previewedOf(dependencies, viewer, area, {})
      const scope = { ...(await previewed.scope(connection.id)), areaId: area.id }
      const mayUse =
        isActive(user) &&
        (await previewed.mayUse(person)) &&
        (await canUse(dependencies.connections, person, connection))
      return { person, connectionId: connection.id, scope, door: query.doorFor(viewer, scope), mayUse }
    },
  }

  /** The route's own entry in the audit log doesn't say that a draft was used. */
  async function recordDraft(viewer: Principal, stored: AreaRecord | null, person: Principal): Promise<void> {
    const target = { targetKind: 'area', targetId: stored?.id ?? null, targetName: stored?.name ?? null } as const
    const detail = { draft: true, acting_as: person.userId }
    await audit.record({ action: 'area.preview', outcome: 'allowed', userId: viewer.userId, ...target, detail })
  }
}

/** Shows the rules' result for someone else, but no protected table that is not approved for the viewer (R24). */
async function previewedOf(
  { areas, scopes, drafts }: PreviewDependencies,
  viewer: Principal,
  stored: AreaRecord | null,
  { draft, application_id }: Pick<PreviewRequest, 'draft' | 'application_id'>,
): Promise<Previewed> {
  if (stored === null) {
    const { area, access } = await drafts.settleProven(viewer, { ...draft, application_id })
    return {
      area,
      scope: async (connectionId) => (await scopes.draftScopes(area, connectionId)).approved,
      mayUse: (person) => areas.isUsableBy(person, area.id, { area, access }),
    }
  }
  const isReachApproved = await areas.reachesProtected(viewer, stored.id)
  if (draft === undefined) {
    const met = { id: stored.id, version: stored.version, isReachApproved }
    return {
      area: stored,
      scope: (connectionId) => scopes.scopeOf(met, connectionId),
      mayUse: (person) => areas.isUsableBy(person, stored.id),
    }
  }
  const settled = await drafts.settleProven(viewer, { ...draft, area_id: stored.id })
  const { area } = settled
  return {
    area,
    scope: async (connectionId) => {
      const { approved, other } = await scopes.draftScopes(area, connectionId)
      return isReachApproved ? approved : other
    },
    mayUse: (person) => areas.isUsableBy(person, stored.id, settled),
  }
}

/** Explains tables without rows in the same words as the list of who will see what. */
async function emptyTables(
  { tables, parameters }: Receipt,
  { person: principal, catalogue, scope }: Place,
  means: { parse: Parse; now: string },
): Promise<AreaPreview['empty_tables']> {
  const { readAccess } = await import('@parlance/sql')
  const found: AreaPreview['empty_tables'] = []
  for (const ref of tables) {
    const request = { catalogue, policies: scope.policies, principal, now: means.now }
    const access = await readAccess(ref, request, means.parse)
    // Of the rules that need a second table, those apply whose parameters the query lacked.
    const empty =
      access &&
      emptyOf(access, catalogue, ({ onlyWith, unset }) => {
        const isLacking = unset.length > 0 && unset.every((name) => parameters.unresolved.includes(name))
        return onlyWith === null || (tables.length > 1 && isLacking)
      })
    if (empty !== null) found.push({ table_name: nameOf(ref, catalogue.defaultSchema), ...empty })
  }
  return found
}

function requireOneSubject({ table_name, sql_query, question }: PreviewRequest): void {
  if ([table_name, sql_query, question].filter((each) => each?.trim()).length === 1) return
  throw new AppError('bad_request', { detail: message('Enter exactly one of these: a table, a query, or a question.') })
}

interface Subject {
  sql: string
  /** Null if no table was chosen. */
  countSql: string | null
  hidden: string[]
}

async function subjectOf(
  { table_name, sql_query, question }: PreviewRequest,
  { scope, catalogue }: Place,
  readQuestion: (question: string) => Promise<string>,
): Promise<Subject> {
  if (sql_query?.trim()) return { sql: sql_query, countSql: null, hidden: [] }
  if (question?.trim()) return { sql: await readQuestion(question), countSql: null, hidden: [] }
  const { tableSql, visibleColumns } = await import('@parlance/sql')
  const table = findTable(catalogue, table_name ?? '')
  const isShown =
    table !== null &&
    table !== 'ambiguous' &&
    scope.allowedTables.some((each) => each.schema === table.schema && each.table === table.name)
  if (!isShown) {
    throw new AppError('not_found', {
      detail: message('This business area has no table named {table_name} in this database. Choose another table.', {
        table_name: table_name ?? '',
      }),
    })
  }
  const ref = { schema: table.schema, table: table.name }
  const name = tableSql(ref, catalogue)
  const visible = new Set(visibleColumns(ref, catalogue, scope.policies))
  return {
    sql: `SELECT * FROM ${name}`,
    countSql: `SELECT count(*) AS visible_rows FROM ${name}`,
    hidden: table.columns.map((column) => column.name).filter((column) => !visible.has(column)),
  }
}

async function run(
  sql: string,
  { areaId, person, connection, door, signal }: Place,
): Promise<
  Pick<AreaPreview, 'sql_query' | 'executed_sql' | 'columns' | 'results' | 'truncated'> & { receipt: Receipt }
> {
  const query = await door.run({
    principal: person,
    connectionId: connection.id,
    areaId,
    sql,
    purpose: 'preview',
    signal,
    limits: { maxRows: previewRows },
  })
  const { columns, rows, truncated } = await collect(query)
  return {
    sql_query: query.displaySql,
    executed_sql: query.executedSql,
    columns,
    results: rows,
    truncated,
    receipt: query.receipt,
  }
}

async function countRows(sql: string, { areaId, person, connection, door, signal }: Place): Promise<number | null> {
  const query = await door.run({
    principal: person,
    connectionId: connection.id,
    areaId,
    sql,
    purpose: 'preview',
    signal,
  })
  const cell = (await collect(query)).rows[0]?.[0] ?? null
  return cell === null ? null : Number(cell)
}

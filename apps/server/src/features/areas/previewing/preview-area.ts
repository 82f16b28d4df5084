import { message } from '@parlance/contract'
import type { AreaPreview, Catalogue, DatabaseConfiguration, PreviewAreaRequest } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { createValueLookup } from '../../../agent/value-lookup.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryDoor } from '../../../door/contract.ts'
import type { QueryService } from '../../../door/service.ts'
import type { UsersService } from '../../users/service.ts'
import type { AreaAccessService } from '../editing/area-access.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScope, AreaScopes } from '../scoping/area-scopes.ts'
import { findTable } from '../scoping/table-names.ts'

/** The number of rows in a preview, enough to see the effect of a rule. */
const previewRows = 100

export interface PreviewService {
  /**
   * Shows what another user would get in an area. The owner and administrators may preview, with that user's values in
   * the rules, but only the area's tables and only through a database that they may use themselves. An owner who isn't
   * an administrator may preview as themselves and as users on the access list. Any other ID is treated as unknown. The
   * answer says whether the user may use the area, and shows the result of its rules in either case.
   * @throws AppError area_not_found, forbidden, not_found, no_database, connection_untested, bad_request,
   *   query_refused
   */
  preview(viewer: Principal, areaId: string, request: PreviewAreaRequest, signal: AbortSignal): Promise<AreaPreview>
}

/** The part of the area service that a preview needs. */
interface PreviewedAreas {
  /** @throws AppError area_not_found, forbidden */
  getEditable(principal: Principal, id: string): Promise<AreaRecord>
  /** @throws AppError area_not_found */
  isUsableBy(principal: Principal, id: string): Promise<boolean>
  reachesProtected(principal: Principal, id: string): Promise<boolean>
  access: Pick<AreaAccessService, 'isListed'>
}

export interface PreviewDependencies {
  areas: PreviewedAreas
  scopes: AreaScopes
  users: Pick<UsersService, 'find' | 'principalOf'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  catalog: Pick<CatalogService, 'get'>
  query: Pick<QueryService, 'doorFor'>
  protection: Pick<ProtectionService, 'requireIdentified'>
}

/** One preview, after all checks of the user and the place. */
interface Place {
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
  const { areas, scopes, users, catalog, query, protection } = dependencies
  const lookUpValues = createValueLookup(() => now().getTime())

  return {
    preview: async (viewer, areaId, request, signal) => {
      const area = await areas.getEditable(viewer, areaId)
      requireOneSubject(request)
      const user = (await mayKnow(viewer, area, request.user_id)) ? await users.find(request.user_id) : null
      if (user === null)
        throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
      const person = users.principalOf(user)
      const connection = await chooseDatabase(viewer, area, request.database_config_id ?? null, dependencies)
      // Show the result of the rules for someone else, but never a protected table that is not approved for the viewer
      // (R24).
      const isReachApproved = await areas.reachesProtected(viewer, areaId)
      await protection.requireIdentified(connection.id)
      const met = { id: area.id, version: area.version, isReachApproved }
      const [scope, catalogue] = await Promise.all([scopes.scopeOf(met, connection.id), catalog.get(connection.id)])
      const door = query.doorFor(viewer, { ...scope, areaId: area.id })
      const place: Place = { person, connection, area, scope, catalogue, door, signal }
      const isActive = user.status === 'A' && user.is_active === 1
      const mayUse = isActive && (await areas.isUsableBy(person, areaId)) && (await canUse(person, connection))
      const subject = await subjectOf(request, place, async (question) => {
        // This module loads the whole built-in engine, which is not needed at server start.
        const { readQuestion } = await import('./preview-question.ts')
        const today = now().toISOString().slice(0, 10)
        return readQuestion(question, { ...place, connectionId: connection.id, lookUpValues, today })
      })
      return {
        user: {
          user_id: person.userId,
          username: person.username,
          email: person.email,
          ...(viewer.role === 'ADMIN' && { role: person.role }),
        },
        may_use: mayUse,
        database: { config_id: connection.id, name: connection.name },
        ...(await run(subject.sql, place)),
        visible_rows: subject.countSql === null ? null : await countRows(subject.countSql, place),
        hidden_columns: subject.hidden,
      }
    },
  }

  async function mayKnow(viewer: Principal, area: AreaRecord, userId: string): Promise<boolean> {
    return viewer.role === 'ADMIN' || userId === viewer.userId || areas.access.isListed(viewer, area, userId)
  }

  async function canUse(person: Principal, { id }: DatabaseConfiguration): Promise<boolean> {
    return dependencies.connections.get(person, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
  }
}

/**
 * Chooses a database of the area's application: the named one, the viewer's selected one, or their first tested one.
 */
async function chooseDatabase(
  viewer: Principal,
  area: AreaRecord,
  wanted: string | null,
  { connections }: PreviewDependencies,
): Promise<DatabaseConfiguration> {
  if (wanted !== null) {
    const connection = await connections.get(viewer, wanted)
    if (connection.application_id !== area.applicationId) {
      throw new AppError('bad_request', {
        detail: message(
          'This database and the business area belong to different applications. Choose another database.',
        ),
      })
    }
    if (!connection.is_valid) throw new AppError('connection_untested')
    return connection
  }
  const active = await connections.getActive(viewer)
  const all = [...(active === null ? [] : [active]), ...(await connections.list(viewer))]
  const found = all.find(({ application_id, is_valid }) => is_valid && application_id === area.applicationId)
  if (found) return found
  throw new AppError('no_database', {
    detail: message(
      "You don't have access to a tested database of this application. Test a connection or ask an administrator.",
    ),
  })
}

function requireOneSubject({ table_name, sql_query, question }: PreviewAreaRequest): void {
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
  { table_name, sql_query, question }: PreviewAreaRequest,
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
  { person, connection, area, door, signal }: Place,
): Promise<Pick<AreaPreview, 'sql_query' | 'executed_sql' | 'columns' | 'results' | 'truncated' | 'receipt'>> {
  const query = await door.run({
    principal: person,
    connectionId: connection.id,
    areaId: area.id,
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

async function countRows(sql: string, { person, connection, area, door, signal }: Place): Promise<number | null> {
  const query = await door.run({
    principal: person,
    connectionId: connection.id,
    areaId: area.id,
    sql,
    purpose: 'preview',
    signal,
  })
  const cell = (await collect(query)).rows[0]?.[0] ?? null
  return cell === null ? null : Number(cell)
}

import { areaRuleTexts, areaTableFields, formatMessage, message, noDefinitions } from '@parlance/contract'
import type {
  AreaJoin,
  AreaProblem,
  CheckAreaResponse,
  UserAttributeCounts,
  checkAreaRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { UsersService } from '../../users/service.ts'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParseFor } from '../../../door/parser-pool.ts'
import { toColumnRules, toRowRules } from '../editing/area-content.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import { mayEdit } from '../rights/policy.ts'
import { proveArea } from './prove-area.ts'
import { settleFields } from '../store/field-values.ts'
import { listAreas } from '../store/area-store.ts'
import { suggestJoins } from './suggest-joins.ts'
import { databaseVisibilityFor } from '../scoping/database-visibility.ts'

export type DraftToCheck = z.output<typeof checkAreaRequestSchema>

/** Helps to write an area before it is saved. For users who may create or edit one in its application. */
export interface DraftService {
  /** Reports every error that saving would refuse, and warnings. @throws AppError forbidden */
  check(principal: Principal, draft: DraftToCheck): Promise<CheckAreaResponse>
  /**
   * Suggests joins from the foreign keys of one database or of a whole application. The default is the selected
   * database.
   * @throws AppError forbidden, no_database, connection_not_found
   */
  suggest(principal: Principal, wanted: WantedJoins): Promise<AreaJoin[]>
  /** Counts the active users who have each attribute, for `:user.<key>`. It never returns a value. @throws AppError forbidden */
  countAttributes(principal: Principal, applicationId: string): Promise<UserAttributeCounts>
}

export interface WantedJoins {
  applicationId: string | null
  connectionId: string | null
  tables: string[]
}

export interface DraftDependencies {
  readDatabases: ReadDatabases
  parse: ParseFor
  catalog: Pick<CatalogService, 'get'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'usableIds'>
  users: Pick<UsersService, 'countAttributes'>
}

export function createDraftService(
  { store }: Pick<AppContext, 'store'>,
  dependencies: DraftDependencies,
): DraftService {
  const { readDatabases, parse, catalog, connections, users } = dependencies

  async function requireEditor(principal: Principal, applicationId: string | null): Promise<void> {
    if (principal.role === 'ADMIN') return
    const areas = applicationId === null ? [] : await listAreas(store.db, principal.userId, applicationId)
    if (areas.some((area) => mayEdit(principal, area))) return
    throw new AppError('forbidden', {
      detail: message('Only administrators and owners of business areas can do this.'),
    })
  }

  /** Owners see only the databases that they may use. Administrators see all. */
  async function cataloguesOf(principal: Principal, applicationId: string) {
    const { read } = await readDatabases(applicationId)
    const isVisible = await databaseVisibilityFor(principal, connections)
    return read.filter(({ database }) => isVisible(database.connectionId)).map(({ catalogue }) => catalogue)
  }

  return {
    check: async (principal, draft) => {
      await requireEditor(principal, draft.application_id)
      const { problems, databases } = await proveArea(
        {
          readDatabases,
          parse: parseFor(parse, principal.userId),
          countAttributes: users.countAttributes,
          unknownTables: 'error',
          isVisible: await databaseVisibilityFor(principal, connections),
        },
        {
          applicationId: draft.application_id,
          tables: draft.tables.map(({ table_name, confirmed }) =>
            settleFields(areaTableFields, { table_name, confirmed }, null),
          ),
          joins: draft.joins,
          definitions: draft.definitions ?? noDefinitions,
          rowRules: toRowRules(draft.row_security_rules),
          columnRules: toColumnRules(draft.column_security_rules),
        },
      )
      return { problems: [...(draft.tables.length === 0 ? [noTables] : []), ...problems], databases }
    },
    countAttributes: async (principal, applicationId) => {
      await requireEditor(principal, applicationId)
      const { active, counts } = await users.countAttributes()
      return {
        active_users: active,
        attributes: [...counts]
          .map(([key, count]) => ({ key, users: count }))
          .toSorted((one, other) => other.users - one.users || one.key.localeCompare(other.key)),
      }
    },
    suggest: async (principal, { applicationId, connectionId, tables }) => {
      if (connectionId === null && applicationId !== null) {
        await requireEditor(principal, applicationId)
        return suggestJoins(tables, await cataloguesOf(principal, applicationId))
      }
      const connection =
        connectionId === null ? await connections.getActive(principal) : await connections.get(principal, connectionId)
      await requireEditor(principal, connection?.application_id ?? null)
      if (connection === null) throw new AppError('no_database')
      if (!connection.is_valid) throw new AppError('connection_untested')
      return suggestJoins(tables, [await catalog.get(connection.id)])
    },
  }
}

const noTables: AreaProblem = {
  severity: 'error',
  section: 'tables',
  rule: null,
  table: null,
  part: null,
  message: formatMessage(areaRuleTexts.tablesRequired),
  position: null,
  database: null,
}

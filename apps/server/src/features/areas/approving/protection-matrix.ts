import {
  allTablesKey,
  formatMessage,
  message,
  type Catalogue,
  type CatalogueTable,
  type ChangeProtectionResponse,
  type DatabaseConfiguration,
  type MatrixArea,
  type MatrixCell,
  type MatrixTable,
  type Message,
  type ProtectionMatrix,
} from '@parlance/contract'
import type { ProtectedTable, TableRef } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import { wireMessage } from '@parlance/contract'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import { fullName } from '../../catalog/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionDetail, ProtectionService } from '../../protection/service.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScopes } from '../scoping/area-scopes.ts'
import { describeReach, listGrantees } from './describe-exposure.ts'
import { listAreas } from '../store/area-store.ts'
import type { AreaSummary, Handle } from '../store/area-store.ts'
import { findTable, nameOf } from '../scoping/table-names.ts'

const mostTables = 200
const mostPeople = 50

/** Shows administrators which areas show which tables of a database, and which tables are protected. */
export interface MatrixService {
  /** @param search part of a table name. @throws AppError connection_not_found, connection_untested */
  matrix(principal: Principal, connectionId: string, search: string): Promise<ProtectionMatrix>
  /**
   * Protects a table in its physical database, or removes the protection.
   * @throws AppError not_found, bad_request, and like `matrix`
   */
  change(
    principal: Principal,
    connectionId: string,
    change: { table_name: string; protected: boolean },
  ): Promise<ChangeProtectionResponse>
}

export interface MatrixDependencies {
  connections: Pick<ConnectionsService, 'get' | 'list'>
  catalog: Pick<CatalogService, 'get'>
  scopes: AreaScopes
  protection: ProtectionService
  audit: AuditService
}

/** An area with the tables that it shows from the database. */
interface Exposed {
  summary: AreaSummary
  area: AreaRecord
  ownerIsAdmin: boolean
  /** The state of each of the area's tables in this database, by full name. */
  tables: Map<string, MatrixCell['state']>
}

/** A database from the point of view of the administrator who looks at it. */
interface Place {
  principal: Principal
  connection: DatabaseConfiguration
  catalogue: Catalogue
  /** Other connections to the same physical database. */
  others: DatabaseConfiguration[]
}

export function createProtectionMatrix(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { connections, catalog, scopes, protection, audit }: MatrixDependencies,
): MatrixService {
  async function placeOf(principal: Principal, connectionId: string): Promise<Place> {
    const connection = await connections.get(principal, connectionId)
    if (!connection.is_valid) throw new AppError('connection_untested')
    const catalogue = await catalog.get(connectionId)
    const same = await protection.sameDatabase(connectionId)
    const all = await connections.list(principal)
    return {
      principal,
      connection,
      catalogue,
      others: all.filter(({ id }) => id !== connectionId && same.includes(id)),
    }
  }

  return {
    matrix: async (principal, connectionId, search) => {
      const place = await placeOf(principal, connectionId)
      const { connection, catalogue, others } = place
      const exposed = await exposedAreas(store.db, scopes, place)
      const { list } = await protection.of(connectionId, catalogue)
      const byName = new Map(list.map((each) => [fullName({ schema: each.ref.schema, name: each.ref.table }), each]))
      const shown = new Set(exposed.flatMap(({ tables }) => [...tables.keys()]))
      const wanted = search.trim().toLowerCase()
      const matching = catalogue.tables
        .filter((table) => wanted !== '' || byName.has(fullName(table)) || shown.has(fullName(table)))
        .filter((table) => fullName(table).toLowerCase().includes(wanted))
        .toSorted((left, right) => fullName(left).localeCompare(fullName(right)))
      const detailOf = await protection.detailsOf(connectionId)
      const tables = matching.slice(0, mostTables).map((table) => {
        const found = byName.get(fullName(table))
        return presentTable(detailOf, table, { exposed, ...(found && { found }), name: nameOf(catalogue, table) })
      })
      return {
        database: { config_id: connection.id, name: connection.name },
        same_database: others.map(({ id, name, application_name }) => ({ config_id: id, name, application_name })),
        areas: await Promise.all(exposed.map((each) => presentArea(store.db, each))),
        tables,
        total_count: matching.length,
        warnings: warningsOf(tables, exposed),
      }
    },
    change: async (principal, connectionId, { table_name, protected: isWanted }) => {
      const { catalogue, connection } = await placeOf(principal, connectionId)
      const table = findTable(catalogue, table_name)
      if (table === 'ambiguous') {
        throw new AppError('bad_request', {
          detail: message('Several tables are named {table_name}. Add the schema to the name.', { table_name }),
        })
      }
      if (table === null)
        throw new AppError('not_found', {
          detail: message('There is no table named {table_name} in this database. Check the name.', { table_name }),
        })
      const ref: TableRef = { schema: table.schema, table: table.name }
      const keys = await protection.keysOf([{ connectionId, tables: [ref] }])
      const record = { reason: 'marked', protectedBy: principal.userId, protectedAt: now().toISOString() } as const
      await store.transaction((transaction) =>
        isWanted ? protection.protect(transaction, keys, record, true) : protection.lift(transaction, keys),
      )
      await audit.record({
        action: isWanted ? 'connection.protect-table' : 'connection.lift-protection',
        outcome: 'allowed',
        userId: principal.userId,
        targetKind: 'connection',
        targetId: connectionId,
        targetName: connection.name,
        detail: { table: fullName(table) },
      })
      const exposed = await exposedAreas(store.db, scopes, await placeOf(principal, connectionId))
      const name = nameOf(catalogue, table)
      const effect = effectOf(table, name, isWanted, exposed)
      return { table_name: name, protected: isWanted, effects: [formatMessage(effect)], effect_messages: [effect] }
    },
  }
}

async function exposedAreas(
  db: Handle,
  scopes: AreaScopes,
  { principal, connection, catalogue, others }: Place,
): Promise<Exposed[]> {
  const admins = new Set(
    (await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').execute()).map(({ id }) => id),
  )
  const byApplication = new Map([...others, connection].map((each) => [each.application_id, each.id]))
  const found: Exposed[] = []
  for (const [applicationId, connectionId] of byApplication) {
    if (applicationId === null) continue
    for (const summary of await listAreas(db, principal.userId, applicationId)) {
      const area = await scopes.areaOf(summary)
      const { id, version } = summary
      const { missing } = await scopes.scopeOf({ id, version, isReachApproved: true }, connectionId)
      const waiting = new Set(missing.flatMap(({ name, reason }) => (reason === 'waiting' ? [name] : [])))
      const tables = new Map<string, MatrixCell['state']>()
      for (const { name } of area.tables) {
        const table = findTable(catalogue, name)
        if (table !== null && table !== 'ambiguous') tables.set(fullName(table), waiting.has(name) ? 'waiting' : 'open')
      }
      const ownerIsAdmin = area.ownerId !== null && admins.has(area.ownerId)
      if (tables.size > 0) found.push({ summary, area, ownerIsAdmin, tables })
    }
  }
  return found
}

function presentTable(
  detailOf: (ref: TableRef) => ProtectionDetail | null,
  table: CatalogueTable,
  { exposed, found, name }: { exposed: Exposed[]; found?: ProtectedTable; name: string },
): MatrixTable {
  const ref = { schema: table.schema, table: table.name }
  const detail = found === undefined ? null : detailOf(ref)
  const through = (found?.through ?? []).map((each) => each.table)
  return {
    table_name: name,
    object_type: table.objectType,
    protection:
      found === undefined
        ? null
        : {
            reason: detail?.reason ?? 'view',
            protected_by: detail?.protectedBy ?? null,
            protected_at: detail?.protectedAt ?? null,
            through,
          },
    areas: exposed.flatMap(({ area, ownerIsAdmin, tables }): MatrixCell[] => {
      const state = tables.get(fullName(table))
      if (state === undefined) return []
      const rules = rulesOn(table, area)
      const hasRules = rules.row_rules.length + rules.masks.length > 0
      return [{ area_id: area.id, state, ...rules, can_protect: hasRules && !ownerIsAdmin && found === undefined }]
    }),
  }
}

async function presentArea(db: Handle, { summary, area, ownerIsAdmin }: Exposed): Promise<MatrixArea> {
  const people = await listGrantees(db, area.id)
  const reach = describeReach(area.visibility, area.isActive, people.length)
  return {
    area_id: area.id,
    area_name: area.name,
    application_name: summary.applicationName,
    owner_name: summary.ownerEmail?.split('@')[0] ?? null,
    owner_is_admin: ownerIsAdmin,
    visibility: area.visibility,
    is_active: area.isActive,
    reach: formatMessage(reach),
    reach_message: reach,
    granted_to: people.slice(0, mostPeople),
  }
}

function rulesOn({ schema, name, columns }: CatalogueTable, { rowRules, columnRules }: AreaRecord) {
  const isNamed = (key: string) => {
    const written = key.toLowerCase()
    return written === name.toLowerCase() || written === fullName({ schema, name }).toLowerCase()
  }
  const has = (column: string) => columns.some((each) => each.name.toLowerCase() === column.toLowerCase())
  const row_rules = (rowRules?.rules ?? []).filter(({ tables }) =>
    Object.entries(tables).some(
      ([key, { when_column_exists: column }]) =>
        isNamed(key) || (key === allTablesKey && (column === undefined || has(column))),
    ),
  )
  const masks = (columnRules?.rules ?? []).flatMap((rule) =>
    Object.entries(rule.tables).flatMap(([key, masked]) =>
      Object.entries(masked)
        .filter(([column]) => isNamed(key) || (key === allTablesKey && has(column)))
        .map(([column, { mask_type }]) => ({ column, mask_type, rule: rule.name })),
    ),
  )
  return { row_rules: row_rules.map((rule) => rule.name), masks }
}

function warningsOf(tables: MatrixTable[], exposed: Exposed[]): ProtectionMatrix['warnings'] {
  const names = new Map(exposed.map(({ area }) => [area.id, area.name]))
  return tables.flatMap(({ table_name, protection, areas }) =>
    areas
      .filter(({ state, row_rules, masks }) => protection && state === 'open' && row_rules.length + masks.length === 0)
      .map(({ area_id }) => ({
        table_name,
        area_id,
        ...wireMessage(
          message('{table} is protected, but {area} shows all of its rows and columns.', {
            table: table_name,
            area: names.get(area_id) ?? '',
          }),
        ),
      })),
  )
}

function effectOf(table: CatalogueTable, name: string, isProtected: boolean, exposed: Exposed[]): Message {
  const showing = exposed.filter(({ tables }) => tables.has(fullName(table)))
  const waiting = showing.filter(({ tables }) => tables.get(fullName(table)) === 'waiting')
  const valuesOf = (found: Exposed[]) => ({
    n: found.length,
    areas: listed(found.map(({ area }) => area.name)),
    table: name,
  })
  if (!isProtected) {
    if (showing.length === 0) return message('No area shows {table}.', { table: name })
    return message(
      '{n, plural, one {{areas} can show {table} under its own rules.} other {{areas} can show {table} under their own rules.}}',
      valuesOf(showing),
    )
  }
  if (waiting.length === 0) return message('No area stops showing {table}.', { table: name })
  return message(
    '{n, plural, one {{areas} stops showing {table} until an administrator approves it.} other {{areas} stop showing {table} until an administrator approves it.}}',
    valuesOf(waiting),
  )
}

const listed = (names: string[]): string => new Intl.ListFormat('en').format(names)

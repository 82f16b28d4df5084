import { randomUUID } from 'node:crypto'
import { areaFields, message, noDefinitions } from '@parlance/contract'
import type { AreaJoin, AreaProblem, createAreaRequestSchema, updateAreaRequestSchema } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { Database } from '../../../store/schema.ts'
import { requireApplication } from '../../connections/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { moveTables, toColumnRules, toDefinitions, toJoins, toRowRules, toTableRecords } from './area-content.ts'
import type { AreaDraft, AreaProof, AreaRecord } from '../store/area-record.ts'
import { settleFields } from '../store/field-values.ts'
import { isSame } from '../../../lib/is-same.ts'
import { requireUsable } from '../rights/guards.ts'
import type { KnownDatabases, ReadDatabases } from '../scoping/known-databases.ts'
import { withChange } from '../guarding/waiting-changes.ts'
import type { WaitingChange } from '../guarding/waiting-changes.ts'
import { atStep } from './at-step.ts'
import { refuseErrors } from './refuse-errors.ts'

export type NewArea = z.output<typeof createAreaRequestSchema>
/** A change to an area. What it leaves out stays as it is. */
export type AreaEdit = Partial<z.output<typeof updateAreaRequestSchema>> & {
  /** The version whose content the change restores. */
  restored_from?: number | null
  /** The draft that the change publishes. */
  published_draft?: PublishedDraft | null
}

/** A draft that a change publishes. */
export interface PublishedDraft {
  revision: string
  /** Writes the draft's verified examples. @throws AppError conflict if they or the published ones have changed */
  writeExamples: (transaction: Transaction<Database>) => Promise<void>
}

/** The effect of a change on an area, worked out before the transaction that writes it. */
export interface Change {
  after: AreaRecord
  /** Proves the new parts, after the edition check has passed. @returns the warnings. @throws AppError area_invalid */
  prove: () => Promise<AreaProblem[]>
  /** The caller's own default: set, cleared, or unchanged. */
  isDefault?: boolean
}

/**
 * Works out what each call changes in an area: the names as the catalog spells them, and what must be proven. Writes
 * nothing.
 */
export interface AreaChanges {
  /** @throws AppError not_found, bad_request, area_invalid, forbidden */
  create(principal: Principal, request: NewArea): Promise<Change>
  update(principal: Principal, before: AreaRecord, edit: AreaEdit): Promise<Change>
  /** Applies the change that the owner asked for. */
  approve(principal: Principal, before: AreaRecord, change: WaitingChange): Promise<Change>
}

/**
 * Proves the cardinalities that relationships declare, with queries that run as the editor. Values that several rows
 * have on a "one" side are an error. What could not be checked is a warning.
 * @param before the stored area, whose rules apply to the queries; null for a new one
 * @param joins the relationships to prove
 */
export type ProveCardinality = (
  editor: Principal,
  before: AreaRecord | null,
  after: AreaDraft,
  joins: readonly AreaJoin[],
) => Promise<AreaProblem[]>

export interface AreaChangesDependencies {
  connections: Pick<ConnectionsService, 'usableIds'>
  readDatabases: ReadDatabases
  prove: (draft: AreaDraft, principal: Principal) => Promise<AreaProof>
  proveCardinality: ProveCardinality
}

export function createAreaChanges({ store, now }: AppContext, dependencies: AreaChangesDependencies): AreaChanges {
  const { connections, readDatabases, prove, proveCardinality } = dependencies

  /** Looks up the tables again in the other application's databases. */
  async function moved(principal: Principal, area: AreaRecord, applicationId: string): Promise<AreaRecord> {
    await requireApplication(store.db, applicationId)
    const known = await readDatabases(applicationId)
    await requireReachable(connections, principal, known)
    const tables = moveTables(area.tables, { known, mayConfirm: false })
    const definitions = toDefinitions(area.definitions, known)
    return { ...area, applicationId, tables, joins: toJoins(area.joins, known), definitions }
  }

  return {
    create: async (principal, request) => {
      await requireApplication(store.db, request.application_id)
      const known = await readDatabases(request.application_id)
      const moment = now().toISOString()
      const tables = { known, before: [], mayConfirm: principal.role === 'ADMIN' }
      const content = {
        tables: await atStep('tables', () => toTableRecords(request.tables, tables)),
        joins: await atStep('joins', () => toJoins(request.joins, known)),
        definitions: toDefinitions(request.definitions ?? noDefinitions, known),
        row_security_rules: toRowRules(request.row_security_rules),
        column_security_rules: toColumnRules(request.column_security_rules),
      }
      const after: AreaRecord = {
        id: randomUUID(),
        ownerId: principal.userId,
        ...settleFields(areaFields, { ...request, ...content }, null),
        approved: null,
        declinedVersion: null,
        version: 1,
        definitionVersions: {},
        createdAt: moment,
        updatedAt: moment,
      }
      const proven = ['tables', 'joins', 'definitions', ...rulesSections] as const
      return {
        after,
        prove: async () => {
          const warnings = refuseErrors(await prove(after, principal), proven)
          return [...warnings, ...(await joinWarnings(proveCardinality, principal, null, after))]
        },
        isDefault: request.is_default,
      }
    },

    update: async (principal, before, { tables, joins, definitions, ...request }) => {
      const { row_security_rules: rows, column_security_rules: columns, application_id: application } = request
      const said = {
        ...request,
        application_id: before.applicationId,
        row_security_rules: rows && toRowRules(rows),
        column_security_rules: columns && toColumnRules(columns),
      }
      const changed: AreaRecord = { ...before, ...settleFields(areaFields, said, before) }
      const isMoved = application !== undefined && application !== before.applicationId
      const placed = await atStep('basic', () => (isMoved ? moved(principal, changed, application) : changed))
      const after = await withContent(readDatabases, principal, placed, { tables, joins, definitions })
      const isDefault = request.is_default
      if (isDefault === true) await atStep('basic', () => requireUsable(store.db, principal, after))
      const parts = {
        tables: tables !== undefined,
        joins: joins !== undefined,
        // A definition that a change of the database broke must not prevent other changes.
        definitions: isMoved || !isSame(before.definitions, after.definitions),
        // A rule that is no longer valid must not prevent renaming the area.
        rules: isMoved || tables !== undefined || !isSame(rulesOf(before), rulesOf(after)),
      }
      const removed = removedTables(before, after)
      const isProven = Object.values(parts).some(Boolean)
      return {
        after,
        prove: async () => {
          if (!isProven) return []
          const warnings = refuseErrors(await prove(after, principal), sectionsOf(parts), removed)
          return [...warnings, ...(await joinWarnings(proveCardinality, principal, before, after))]
        },
        isDefault,
      }
    },

    approve: async (principal, before, change) => {
      const { applicationId, ...parts } = change
      const changed = withChange(before, parts)
      const after = applicationId === undefined ? changed : await moved(principal, changed, applicationId)
      return { after, prove: async () => refuseErrors(await prove(after, principal), ['tables', ...rulesSections]) }
    },
  }
}

/** Users who aren't administrators can move an area only to an application where they can ask questions in it. */
async function requireReachable(
  connections: AreaChangesDependencies['connections'],
  principal: Principal,
  { read, unread }: KnownDatabases,
): Promise<void> {
  if (principal.role === 'ADMIN') return
  const usable = await connections.usableIds(principal)
  const databases = [...read.map(({ database }) => database), ...unread]
  if (databases.some(({ connectionId }) => usable.has(connectionId))) return
  throw new AppError('not_found', {
    detail: message("Application not found, or you don't have access to any of its databases."),
  })
}

/** Proves the cardinality of relationships that are new or changed. @throws AppError area_invalid */
async function joinWarnings(
  proveCardinality: ProveCardinality,
  principal: Principal,
  before: AreaRecord | null,
  after: AreaRecord,
): Promise<AreaProblem[]> {
  const known = before?.joins ?? []
  const changed = after.joins.filter((join) => !known.some((one) => isSame(one, join)))
  return refuseErrors({ problems: await proveCardinality(principal, before, after, changed), databases: [] }, ['joins'])
}

/** Replaces the tables and relationships that a change names. */
async function withContent(
  readDatabases: ReadDatabases,
  principal: Principal,
  area: AreaRecord,
  { tables, joins, definitions }: Pick<AreaEdit, 'tables' | 'joins' | 'definitions'>,
): Promise<AreaRecord> {
  if (tables === undefined && joins === undefined && definitions === undefined) return area
  const known = await readDatabases(area.applicationId)
  const context = { known, before: area.tables, mayConfirm: principal.role === 'ADMIN' }
  return {
    ...area,
    tables: tables === undefined ? area.tables : await atStep('tables', () => toTableRecords(tables, context)),
    joins: joins === undefined ? area.joins : await atStep('joins', () => toJoins(joins, known)),
    definitions: definitions === undefined ? area.definitions : toDefinitions(definitions, known),
  }
}

interface SavedParts {
  tables: boolean
  joins: boolean
  definitions: boolean
  rules: boolean
}

/** A missing table is reported only by a change to the tables. */
function sectionsOf({ tables, joins, definitions, rules }: SavedParts): AreaProblem['section'][] {
  return [
    ...(tables ? (['tables'] as const) : []),
    ...(joins ? (['joins'] as const) : []),
    ...(definitions ? (['definitions'] as const) : []),
    ...(rules ? rulesSections : []),
  ]
}

function removedTables(before: AreaRecord, after: AreaRecord): string[] {
  const left = new Set(after.tables.map(({ name }) => name))
  return before.tables.map(({ name }) => name).filter((name) => !left.has(name))
}

function rulesOf({ rowRules, columnRules }: AreaRecord) {
  return [rowRules, columnRules]
}

const rulesSections = ['row_security', 'column_security'] as const

import { randomUUID } from 'node:crypto'
import { areaFields, message } from '@parlance/contract'
import type {
  AreaJoin,
  AreaProblem,
  AreaTableInput,
  createAreaRequestSchema,
  updateAreaRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import { requireApplication } from '../../connections/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { moveTables, toColumnRules, toJoins, toRowRules, toTableRecords } from './area-content.ts'
import type { AreaDraft, AreaProof, AreaRecord } from '../store/area-record.ts'
import { settleFields } from '../store/field-values.ts'
import { isSame } from '../../../lib/is-same.ts'
import { requireUsable } from '../rights/guards.ts'
import type { KnownDatabases, ReadDatabases } from '../scoping/known-databases.ts'
import { withChange } from '../guarding/waiting-changes.ts'
import type { WaitingChange } from '../guarding/waiting-changes.ts'
import { refuseErrors } from './refuse-errors.ts'

export type NewArea = z.output<typeof createAreaRequestSchema>
export type AreaBasics = z.output<typeof updateAreaRequestSchema>

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
  update(principal: Principal, before: AreaRecord, request: AreaBasics): Promise<Change>
  replaceTables(principal: Principal, before: AreaRecord, tables: AreaTableInput[]): Promise<Change>
  replaceJoins(principal: Principal, before: AreaRecord, joins: AreaJoin[]): Promise<Change>
  /** Applies the change that the owner asked for. */
  approve(principal: Principal, before: AreaRecord, change: WaitingChange): Promise<Change>
}

export interface AreaChangesDependencies {
  connections: Pick<ConnectionsService, 'usableIds'>
  readDatabases: ReadDatabases
  prove: (draft: AreaDraft, principal: Principal) => Promise<AreaProof>
}

export function createAreaChanges({ store, now }: AppContext, dependencies: AreaChangesDependencies): AreaChanges {
  const { connections, readDatabases, prove } = dependencies

  /** Users who aren't administrators can move an area only to an application where they can ask questions in it. */
  async function requireReachable(principal: Principal, { read, unread }: KnownDatabases): Promise<void> {
    if (principal.role === 'ADMIN') return
    const usable = await connections.usableIds(principal)
    const databases = [...read.map(({ database }) => database), ...unread]
    if (databases.some(({ connectionId }) => usable.has(connectionId))) return
    throw new AppError('not_found', {
      detail: message("Application not found, or you don't have access to any of its databases."),
    })
  }

  /** Looks up the tables again in the other application's databases. */
  async function moved(principal: Principal, area: AreaRecord, applicationId: string): Promise<AreaRecord> {
    await requireApplication(store.db, applicationId)
    const known = await readDatabases(applicationId)
    await requireReachable(principal, known)
    const tables = moveTables(area.tables, { known, mayConfirm: false })
    return { ...area, applicationId, tables, joins: toJoins(area.joins, known) }
  }

  return {
    create: async (principal, request) => {
      await requireApplication(store.db, request.application_id)
      const known = await readDatabases(request.application_id)
      const moment = now().toISOString()
      const content = {
        tables: toTableRecords(request.tables, { known, before: [], mayConfirm: principal.role === 'ADMIN' }),
        joins: toJoins(request.joins, known),
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
        createdAt: moment,
        updatedAt: moment,
      }
      const proven = ['tables', 'joins', ...rulesSections] as const
      return {
        after,
        prove: async () => refuseErrors(await prove(after, principal), proven),
        isDefault: request.is_default,
      }
    },

    update: async (principal, before, request) => {
      const { row_security_rules: rows, column_security_rules: columns, application_id: application } = request
      const said = {
        ...request,
        application_id: before.applicationId,
        row_security_rules: rows && toRowRules(rows),
        column_security_rules: columns && toColumnRules(columns),
      }
      const changed: AreaRecord = { ...before, ...settleFields(areaFields, said, before) }
      const isMoved = application !== undefined && application !== before.applicationId
      const after = isMoved ? await moved(principal, changed, application) : changed
      const isDefault = request.is_default
      if (isDefault === true) await requireUsable(store.db, principal, after)
      const isSameRules = isSame([before.rowRules, before.columnRules], [after.rowRules, after.columnRules])
      // A rule that is no longer valid must not prevent renaming the area.
      if (isSameRules && !isMoved) return { after, prove: async () => [], isDefault }
      return { after, prove: async () => refuseErrors(await prove(after, principal), rulesSections), isDefault }
    },

    replaceTables: async (principal, before, inputs) => {
      const known = await readDatabases(before.applicationId)
      const mayConfirm = principal.role === 'ADMIN'
      const after = { ...before, tables: toTableRecords(inputs, { known, before: before.tables, mayConfirm }) }
      return { after, prove: async () => refuseErrors(await prove(after, principal), ['tables', ...rulesSections]) }
    },

    approve: async (principal, before, change) => {
      const { applicationId, ...parts } = change
      const changed = withChange(before, parts)
      const after = applicationId === undefined ? changed : await moved(principal, changed, applicationId)
      return { after, prove: async () => refuseErrors(await prove(after, principal), ['tables', ...rulesSections]) }
    },

    replaceJoins: async (principal, before, joins) => {
      const after = { ...before, joins: toJoins(joins, await readDatabases(before.applicationId)) }
      return { after, prove: async () => refuseErrors(await prove(after, principal), ['joins']) }
    },
  }
}

/** Missing tables are reported by the call that saves them, because an edit is a sequence of calls. */
const rulesSections = ['row_security', 'column_security'] as const

import { message } from '@parlance/contract'
import type { Cell } from '@parlance/contract'
import type { StoredValues } from '../../agent/stored-values.ts'
import type { AppContext } from '../../context/context.ts'
import type { QueryService } from '../../door/service.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { ModelService } from '../../models/service.ts'
import type { ActingPlace, AreasService, PreviewService, RecommendArea } from '../areas/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { EmailService } from '../email/service.ts'
import type { ExamplesService } from '../examples/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { UsersService } from '../users/service.ts'
import { findRun } from './store/run-store.ts'
import type { RunDetails } from './store/run-store.ts'
import { findSet } from './store/set-store.ts'
import type { SetDetails } from './store/set-store.ts'

export interface EvaluationDependencies {
  areas: AreasService
  areaPreviews: PreviewService
  recommendArea: RecommendArea
  users: Pick<UsersService, 'find' | 'principalOf'>
  connections: ConnectionsService
  catalog: Pick<CatalogService, 'get'>
  query: QueryService
  settings: SettingsService
  models: ModelService
  examples: ExamplesService
  audit: AuditService
  email: Pick<EmailService, 'queue' | 'deliver'>
  stored: StoredValues
}

/** What every part of the evaluation needs, and its checks of access. */
export interface EvaluationCore extends EvaluationDependencies {
  context: AppContext
  /** Finds a set of an area that the caller can edit. @throws AppError area_not_found, forbidden, not_found */
  requireSet: (principal: Principal, areaId: string, setId: string) => Promise<SetDetails>
  /** Finds a run of an area that the caller can edit. @throws like `requireSet` */
  requireRun: (principal: Principal, areaId: string, runId: string) => Promise<RunDetails>
  /** Hides the names of users that the caller may not know, as a preview does. */
  namesFor: (principal: Principal, areaId: string) => Promise<HideNames>
  /** The caller's own place in an area, as in a preview. Throws like `PreviewService.actAs`. */
  ownPlace: (principal: Principal, areaId: string, connectionId: string | null) => Promise<ActingPlace>
  /**
   * The database of a set.
   * @throws AppError conflict if it was deleted
   */
  requireConnection: (set: { connection_id: string | null }) => string
}

type HideNames = <R extends { run_as: string | null; run_as_name: string | null; run_as_email: string | null }>(
  row: R,
) => Promise<R>

/** Creates the checks that all parts share. */
export function createEvaluationCore(context: AppContext, dependencies: EvaluationDependencies): EvaluationCore {
  const { areas, areaPreviews } = dependencies
  const { db } = context.store
  return {
    ...dependencies,
    context,
    requireSet: async (principal, areaId, setId) => {
      await areas.getEditable(principal, areaId)
      const set = await findSet(db, areaId, setId)
      if (set === null) throw new AppError('not_found')
      return set
    },
    requireRun: async (principal, areaId, runId) => {
      await areas.getEditable(principal, areaId)
      const run = await findRun(db, areaId, runId)
      if (run === null) throw new AppError('not_found')
      return run
    },
    namesFor: async (principal, areaId) => {
      const area = await areas.getEditable(principal, areaId)
      return async (row) => {
        const { run_as: userId } = row
        if (userId === null || userId === principal.userId || principal.role === 'ADMIN') return row
        if (await areas.access.isListed(principal, area, userId)) return row
        return { ...row, run_as_name: null, run_as_email: null }
      }
    },
    ownPlace: (principal, areaId, connectionId) =>
      areaPreviews.actAs(principal, areaId, { userId: principal.userId, connectionId }),
    requireConnection: ({ connection_id: id }) => {
      if (id !== null) return id
      throw new AppError('conflict', {
        detail: message('The connection of this question set was deleted. Choose another one in its settings.'),
      })
    },
  }
}

/** The value of `:today`, if the SQL has it. */
export function todayParameter(sql: string, today: string): { params?: Record<string, Cell> } {
  return /:today\b/i.test(sql) ? { params: { today } } : {}
}

const moments =
  /:today\b|:current_(date|timestamp)\b|\b(current_date|current_timestamp|current_time|localtimestamp|sysdate|systimestamp|utc_date|utc_timestamp)\b|\b(now|today|getdate|getutcdate|sysdatetime|curdate|current_date)\s*\(|'now'/i

/** Whether SQL depends on the day on which it runs. */
export function dependsOnToday(sql: string | null): boolean {
  return sql !== null && moments.test(sql)
}

/** JSON for the store. Null stays null. */
export function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Gives two changes in the same millisecond different times. */
export function later(before: string, moment: Date): string {
  return new Date(Math.max(moment.getTime(), Date.parse(before) + 1)).toISOString()
}

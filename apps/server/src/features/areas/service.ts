import { allTablesLimit } from '@parlance/contract'
import type { AreaListItem, UserAccess } from '@parlance/contract'
import type { Policies, TableRef } from '@parlance/sql'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { CatalogService } from '../catalog/service.ts'

/** What one person may read of one database: the gate's part of a business area. */
export interface ResolvedArea {
  areaId: string | null
  /** Null: every table. */
  allowedTables: TableRef[] | null
  policies: Policies | null
}

export interface AreasService {
  list(principal: Principal, applicationId: string | null): Promise<AreaListItem[]>
  /** The caller's default area; null when there is none. */
  getDefault(principal: Principal): Promise<AreaListItem | null>
  /**
   * The area that a query runs inside. Without areas, 'All Tables' where the database has 25 tables or fewer.
   * @throws AppError area_not_found, area_required
   */
  resolve(principal: Principal, place: { connectionId: string; areaId: string | null }): Promise<ResolvedArea>
  /** The person whose area it is; null when it has no owner, or is gone. */
  ownerOf(areaId: string): Promise<string | null>
  /** The restricted areas whose access the caller manages, each with whether `userId` has it. */
  listAccess(principal: Principal, userId: string): Promise<AreaAccess[]>
  /** @throws AppError area_not_found, forbidden */
  setAccess(principal: Principal, areaId: string, change: { userId: string; hasAccess: boolean }): Promise<void>
}

export type AreaAccess = UserAccess['business_areas'][number]

/** No area can exist yet, so a named one is never found and the All-Tables rule decides the rest. */
export function createAreasService(catalog: CatalogService): AreasService {
  return {
    list: async () => [],
    getDefault: async () => null,
    resolve: async (_principal, { connectionId, areaId }) => {
      if (areaId !== null) throw new AppError('area_not_found')
      const { tables } = await catalog.get(connectionId)
      if (tables.length > allTablesLimit) throw new AppError('area_required', { detail: tooManyTables(tables.length) })
      return { areaId: null, allowedTables: null, policies: null }
    },
    ownerOf: async () => null,
    listAccess: async () => [],
    setAccess: async () => {
      throw new AppError('area_not_found')
    },
  }
}

function tooManyTables(count: number): string {
  return (
    `This database has ${count} tables. Without a business area up to ${allTablesLimit} can be asked: ` +
    'an administrator can group the tables into business areas.'
  )
}

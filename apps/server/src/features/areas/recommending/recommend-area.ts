import type { AreaRecommendation, Catalogue, CatalogueTable } from '@parlance/contract'
import { matchWords } from '@parlance/retrieval'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { partsOf, sharedIndex } from './area-parts.ts'
import type { AreaScopes } from '../scoping/area-scopes.ts'
import { mayUse, metBy } from '../rights/policy.ts'
import { rankAreas } from './rank-areas.ts'
import type { Candidate } from './rank-areas.ts'
import { listAreas } from '../store/area-store.ts'
import type { AreaSummary } from '../store/area-store.ts'
import { nameOf } from '../scoping/table-names.ts'

export interface WantedArea {
  question: string
  /** Null for any application. */
  applicationId: string | null
  /** Null for any database of the application that the caller may use. */
  connectionId: string | null
}

/**
 * Recommends the area whose tables a question needs, among those that the caller may use. It compares the question with
 * the names of tables and columns and with the administrator's descriptions. Null if none matches, because a guess is
 * worse than none.
 */
export type RecommendArea = (principal: Principal, wanted: WantedArea) => Promise<AreaRecommendation | null>

export interface RecommendDependencies {
  connections: Pick<ConnectionsService, 'list'>
  catalog: Pick<CatalogService, 'get'>
  scopes: AreaScopes
}

export function createAreaRecommender(
  { store }: Pick<AppContext, 'store'>,
  { connections, catalog, scopes }: RecommendDependencies,
): RecommendArea {
  return async (principal, { question, applicationId, connectionId }) => {
    const areas = await listAreas(store.db, principal.userId, applicationId)
    const usable = areas
      .filter((area) => area.isActive && mayUse(principal, area))
      .map((area) => metBy(principal, area))
    if (usable.length === 0) return null
    const databases = (await connections.list(principal)).filter(
      ({ id, is_valid }) => is_valid && (connectionId === null || id === connectionId),
    )
    const found: { area: AreaSummary; catalogue: Catalogue; candidate: Candidate }[] = []
    for (const { id, application_id } of databases) {
      const here = usable.filter((area) => area.applicationId === application_id)
      if (here.length === 0) continue
      const catalogue = await known(catalog, id)
      if (catalogue === null) continue
      const { index } = sharedIndex(catalogue)
      const matches = matchWords(index, question)
      for (const area of here) {
        const parts = await partsOf(area, { scopes, connectionId: id, catalogue })
        const changed = parts.changed === null ? null : matchWords(parts.changed, question)
        found.push({ area, catalogue, candidate: { parts, matches, changed, tables: catalogue.tables } })
      }
    }
    const best = rankAreas(found.map(({ candidate }) => candidate))
    const chosen = best === null ? undefined : found[best.position]
    if (best === null || chosen === undefined) return null
    const { area, catalogue } = chosen
    return {
      area_id: area.id,
      area_name: area.name,
      confidence_score: best.confidence,
      description: area.description,
      matched_tables: [...new Set(best.tables.map((table) => spelling(table, catalogue)))],
    }
  }
}

function spelling(table: CatalogueTable | string, catalogue: Catalogue): string {
  return typeof table === 'string' ? table : nameOf(catalogue, table)
}

/** A database that cannot be read now has no recommendations. */
async function known(catalog: Pick<CatalogService, 'get'>, id: string): Promise<Catalogue | null> {
  return catalog.get(id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

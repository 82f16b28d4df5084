import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { AreasService, PreviewService } from '../areas/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ExamplesService } from '../examples/service.ts'
import type { EvaluationRunRow } from '../../store/schema.ts'

/** SQL as one user may read it. */
export interface ReadableSql {
  /** Null if there is none, or its values cannot be left out. */
  sql: string | null
  /** Whether values were left out, so that it is not the SQL that ran. */
  isShortened: boolean
}

export interface ReadableSqlDependencies {
  areas: Pick<AreasService, 'reachesProtected'>
  previews: Pick<PreviewService, 'actAs'>
  catalog: Pick<CatalogService, 'get'>
  examples: Pick<ExamplesService, 'withoutValues'>
}

/**
 * Decides who may read the values in SQL, by the rule of verified examples: they may come from rows that one user may
 * see and another may not.
 */
export function createReadableSql({ areas, previews, catalog, examples }: ReadableSqlDependencies) {
  /** Everyone reads the values that the question names, and only entitled users read the others. */
  async function read(
    sql: string | null,
    place: { question: string; connectionId: string | null; isEntitled: boolean },
  ): Promise<ReadableSql> {
    if (sql === null || place.isEntitled) return { sql, isShortened: false }
    if (place.connectionId === null) return { sql: null, isShortened: true }
    const catalogue = await catalog.get(place.connectionId).catch(unlessKnown)
    const safe = catalogue && (await examples.withoutValues(sql, place.question, catalogue.dialect))
    return { sql: safe, isShortened: safe !== sql }
  }

  /**
   * Whether a user may read what a run's queries found: the user who started it, while they may ask as the same user,
   * and others who may do that and reach at least the same tables.
   */
  async function mayReadRun(principal: Principal, areaId: string, run: EvaluationRunRow): Promise<boolean> {
    const { run_as: userId, connection_id: connectionId } = run
    const acting = await previews.actAs(principal, areaId, { userId, connectionId }).catch(unlessKnown)
    if (acting === null) return false
    return run.reaches_protected === 0 || areas.reachesProtected(principal, areaId)
  }

  return { read, mayReadRun }
}

export type ReadableSqlRules = ReturnType<typeof createReadableSql>

/** A refusal is an answer here. */
function unlessKnown(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

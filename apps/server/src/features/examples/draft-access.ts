import type { AppContext } from '../../context/context.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import { isSame } from '../../lib/is-same.ts'
import type { Principal } from '../../http/principal.ts'
import type { Store } from '../../store/store.ts'
import type { AreasService } from '../areas/service.ts'
import { findDrafted, type DraftedExample, type ExampleText } from './draft-store.ts'
import type { ExampleRights } from './rights.ts'
import { findExample } from './store.ts'

export interface DraftAccessDependencies {
  areas: Pick<AreasService, 'getEditable'>
  door: Pick<QueryDoor, 'findRefusal'>
  mayDecide: ExampleRights['mayDecide']
}

/** The examples of a draft beside the published ones, and who may change them. */
export interface DraftAccess extends DraftAccessDependencies {
  db: Store['db']
  now: AppContext['now']
  /** @throws AppError area_not_found, forbidden */
  requireDecidable: (principal: Principal, areaId: string, connectionId: string) => Promise<void>
  /**
   * What the draft does with an example, or nothing yet with one that is published.
   * @throws AppError area_not_found, forbidden, not_found
   */
  require: (principal: Principal, example: { areaId: string; id: string }) => Promise<DraftedExample>
  /** The published text of an example of an area. */
  publishedText: (areaId: string, id: string) => Promise<ExampleText | null>
}

export function createDraftAccess(
  { store: { db }, now }: Pick<AppContext, 'store' | 'now'>,
  dependencies: DraftAccessDependencies,
): DraftAccess {
  const { areas, mayDecide } = dependencies

  const requireDecidable: DraftAccess['requireDecidable'] = async (principal, areaId, connection_id) => {
    await areas.getEditable(principal, areaId)
    if (!(await mayDecide(principal, { area_id: areaId, connection_id }))) throw new AppError('forbidden')
  }

  async function publishedIn(areaId: string, id: string): Promise<DraftedExample | null> {
    const row = await findExample(db, id)
    if (row === null || row.area_id !== areaId || row.status !== 'approved') return null
    const { question, sql_query, connection_id, created_at: written_at } = row
    const text = { question, sql_query }
    return { id, connection_id, before: text, draft: text, written_at }
  }

  return {
    ...dependencies,
    db,
    now,
    requireDecidable,
    require: async (principal, { areaId, id }) => {
      await areas.getEditable(principal, areaId)
      const example = (await findDrafted(db, areaId, id)) ?? (await publishedIn(areaId, id))
      if (example === null) throw new AppError('not_found')
      await requireDecidable(principal, areaId, example.connection_id)
      return example
    },
    publishedText: async (areaId, id) => (await publishedIn(areaId, id))?.draft ?? null,
  }
}

/** Whether someone changed the published example after the draft changed it, in another way. */
export function collides(
  { before, draft }: Pick<DraftedExample, 'before' | 'draft'>,
  published: ExampleText | null,
): boolean {
  return !isSame(before, published) && !isSame(draft, published)
}

import type { areaAudienceRequestSchema, AreaAudience } from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { readDraftAudience, recordLook } from './draft-audience.ts'
import type { AudienceDependencies } from './draft-audience.ts'
import type { DraftSettler } from './settle-draft.ts'

export interface AudienceService {
  /**
   * Shows who would see what if a draft were saved, without reading rows of the database. For administrators, and for
   * the owner of an area, who sees neither the values of other users' attributes nor users that they don't know.
   * @throws AppError like `DraftSettler.settle`, and like choosing a database
   */
  read(
    viewer: Principal,
    request: z.output<typeof areaAudienceRequestSchema>,
    signal: AbortSignal,
  ): Promise<AreaAudience>
}

/** Creates the service that lists who will see what of a draft. */
export function createAudienceService(
  context: Pick<AppContext, 'store' | 'now'>,
  { drafts, ...dependencies }: AudienceDependencies & { drafts: Pick<DraftSettler, 'settle'> },
): AudienceService {
  return {
    read: async (viewer, { offset, database_config_id: wanted = null, ...unsaved }, signal) => {
      const draft = await drafts.settle(viewer, unsaved)
      const found = await readDraftAudience(context, dependencies, { viewer, draft, wanted, offset, signal })
      await recordLook(dependencies.audit, 'area.review-audience', { viewer, draft }, found)
      const { connection, readers, total, masked, unexamined } = found
      return {
        database: { config_id: connection.id, name: connection.name },
        users: readers.map(({ principal: { userId, username, email }, mayUseDatabase, tables }) => ({
          user_id: userId,
          username,
          email,
          may_use_database: mayUseDatabase,
          tables,
        })),
        total,
        table_count: draft.area.tables.length,
        masked_tables: masked,
        unexamined_tables: unexamined,
        waits_for_approval: draft.waits,
      }
    },
  }
}

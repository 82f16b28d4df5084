import type { SessionResetFilter, SessionStatistics } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const megabyte = 1024 * 1024
/** Conversations deleted in one step: a step of a million would keep everyone waiting. */
const batchSize = 500

const ages: Record<Exclude<SessionResetFilter, 'all'>, number> = {
  older_than_1d: dayMs,
  older_than_1w: 7 * dayMs,
  older_than_1m: 30 * dayMs,
}

/** Everyone's conversations, as administrators count and delete them. Nobody reads them here. */
export interface SessionAdministration {
  statistics(): Promise<SessionStatistics>
  /** Deletes conversations by their last access, whoever they belong to. @returns how many */
  reset(admin: Principal, filter: SessionResetFilter): Promise<number>
}

export interface SessionAdministrationDependencies {
  audit: AuditService
  /** Stops what is being answered in these conversations, in whichever process. */
  stopTurns: (sessionIds: string[]) => Promise<void>
}

export function createSessionAdministration(
  { store, now }: AppContext,
  { audit, stopTurns }: SessionAdministrationDependencies,
): SessionAdministration {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString()

  const byAge = (filter: keyof typeof ages) => ['last_accessed', ago(ages[filter])] as const

  async function countSince(moment: string | null): Promise<number> {
    let query = store.db.selectFrom('sessions').select(({ fn }) => fn.countAll<number>().as('count'))
    if (moment !== null) query = query.where('last_accessed', '>=', moment)
    return (await query.executeTakeFirstOrThrow()).count
  }

  async function oldest(column: 'created_at' | 'last_accessed', before: string): Promise<string[]> {
    const query = store.db.selectFrom('sessions').select('id').where(column, '<=', before)
    return (await query.limit(batchSize).execute()).map(({ id }) => id)
  }

  return {
    statistics: async () => {
      const total = await countSince(null)
      const month = await countSince(ago(30 * dayMs))
      const bytes = await store.sizeBytes()
      return {
        total_sessions: total,
        sessions_by_age: {
          last_24h: await countSince(ago(dayMs)),
          last_week: await countSince(ago(7 * dayMs)),
          last_month: month,
          older_than_month: total - month,
        },
        database_size_mb: bytes === null ? null : Math.round((bytes / megabyte) * 100) / 100,
      }
    },
    reset: async (admin, filter) => {
      // All means those that exist now: it ends although people begin new ones meanwhile.
      const [column, before] = filter === 'all' ? (['created_at', ago(0)] as const) : byAge(filter)
      let deleted = 0
      for (;;) {
        const ids = await oldest(column, before)
        if (ids.length === 0) break
        await stopTurns(ids)
        const result = await store.db.deleteFrom('sessions').where('id', 'in', ids).executeTakeFirst()
        deleted += Number(result.numDeletedRows)
      }
      await audit.record({
        action: 'session.reset',
        outcome: 'allowed',
        userId: admin.userId,
        detail: { filter, deleted },
      })
      return deleted
    },
  }
}

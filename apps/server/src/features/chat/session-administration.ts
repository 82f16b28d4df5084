import type { SessionList, SessionListQuery, SessionResetFilter, SessionStatistics } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'
import { deleteSessions } from './delete-sessions.ts'
import { listSessions, type VisiblePlaces } from './session-list.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const megabyte = 1024 * 1024

const ages: Record<Exclude<SessionResetFilter, 'all'>, number> = {
  older_than_1d: dayMs,
  older_than_1w: 7 * dayMs,
  older_than_1m: 30 * dayMs,
}

/** Counts and deletes everyone's conversations for administrators, who cannot read them here. */
export interface SessionAdministration {
  /** Lists conversations, last used first. @throws AppError bad_request for an unknown cursor */
  list(admin: Principal, query: SessionListQuery): Promise<SessionList>
  statistics(): Promise<SessionStatistics>
  /** Deletes all users' conversations by their last access. @returns how many */
  reset(admin: Principal, filter: SessionResetFilter): Promise<number>
}

export interface SessionAdministrationDependencies {
  audit: AuditService
  /** The databases and business areas that an administrator may see. */
  visiblePlaces: (admin: Principal) => Promise<VisiblePlaces>
  /** Stops the turns in these conversations, in any process. */
  stopTurns: (sessionIds: string[]) => Promise<void>
  /** Removes the files of deleted conversations. */
  removeFiles: (sessionIds: string[]) => Promise<void>
}

export function createSessionAdministration(
  { store, now }: AppContext,
  { audit, visiblePlaces, stopTurns, removeFiles }: SessionAdministrationDependencies,
): SessionAdministration {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString()

  async function countSince(moment: string | null): Promise<number> {
    let query = store.db.selectFrom('sessions').select(({ fn }) => fn.countAll<number>().as('count'))
    if (moment !== null) query = query.where('last_accessed', '>=', moment)
    return (await query.executeTakeFirstOrThrow()).count
  }

  return {
    list: async (admin, query) => listSessions(store.db, admin, query, await visiblePlaces(admin)),
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
      // "All" means those that exist now, so the loop ends even if users start new ones meanwhile.
      const old =
        filter === 'all'
          ? ({ column: 'created_at', until: ago(0) } as const)
          : ({ column: 'last_accessed', until: ago(ages[filter]) } as const)
      const deleted = await deleteSessions(store, { ...old, keepsRunning: false }, { prepare: stopTurns, removeFiles })
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

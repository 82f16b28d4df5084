import type { ListedSession, SessionList, SessionListQuery } from '@parlance/contract'
import type { Kysely } from 'kysely'
import type { Principal } from '../../http/principal.ts'
import { decodeCursor, encodeCursor } from '../../lib/page-cursor.ts'
import type { Database } from '../../store/schema.ts'

/** Names of what an administrator may see, by ID. */
export interface VisiblePlaces {
  connections: ReadonlyMap<string, string>
  areas: ReadonlyMap<string, string>
}

/**
 * Lists everyone's conversations in numbers for administrators. It reads no text of a question or an answer: those can
 * contain values that the administrator may not see.
 */
export async function listSessions(
  db: Kysely<Database>,
  admin: Principal,
  { cursor, limit, ...filter }: SessionListQuery,
  places: VisiblePlaces,
): Promise<SessionList> {
  const rows = await pageOf(db, filter, cursor === undefined ? null : decodeCursor(cursor))
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const [statuses, ratings, costs] =
    ids.length === 0
      ? [[], [], []]
      : await Promise.all([countStatuses(db, ids), countRatings(db, ids), sumCosts(db, ids)])
  const last = page.at(-1)
  return {
    conversations: page.map(({ id, email, ...row }): ListedSession => {
      const questions = statuses.filter((each) => each.session_id === id)
      const rated = ratings.filter((each) => each.session_id === id)
      const connection = nameIn(places.connections, row.connection_id)
      const area = nameIn(places.areas, row.area_id)
      return {
        session_id: id,
        user_id: row.user_id,
        user_email: email,
        is_own: row.user_id === admin.userId,
        connection_id: connection === null ? null : row.connection_id,
        connection_name: connection,
        area_id: area === null ? null : row.area_id,
        area_name: area,
        questions: sum(questions),
        answered: sum(questions.filter(({ status }) => status === 'final')),
        failed: sum(questions.filter(({ status }) => status === 'error' || status === 'failed')),
        right: sum(rated.filter(({ status }) => status !== 'wrong')),
        wrong: sum(rated.filter(({ status }) => status === 'wrong')),
        costs: costs
          .filter((each) => each.session_id === id)
          .map(({ currency, cost }) => ({ currency, cost: Number(cost) })),
        created_at: row.created_at,
        last_activity: row.last_accessed,
      }
    }),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.last_accessed, id: last.id }) : null,
  }
}

type Filter = Omit<SessionListQuery, 'cursor' | 'limit'>

function pageOf(db: Kysely<Database>, filter: Filter, after: { at: string; id: string } | null) {
  let query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.connection_id', 'sessions.area_id'])
    .select(['sessions.created_at', 'sessions.last_accessed', 'users.email'])
    // Conversations without a question are only drafts of one.
    .where('sessions.next_turn', '>', 1)
    .orderBy('sessions.last_accessed', 'desc')
    .orderBy('sessions.id', 'desc')
  const {
    session_id: id,
    user_id: user,
    connection_id: connection,
    area_id: area,
    feedback,
    outcome,
    from,
    to,
  } = filter
  if (id !== undefined) query = query.where('sessions.id', '=', id)
  if (user !== undefined) query = query.where('sessions.user_id', '=', user)
  if (connection !== undefined) query = query.where('sessions.connection_id', '=', connection)
  if (area !== undefined) query = query.where('sessions.area_id', '=', area)
  if (from !== undefined) query = query.where('sessions.last_accessed', '>=', new Date(from).toISOString())
  if (to !== undefined) query = query.where('sessions.last_accessed', '<', new Date(to).toISOString())
  if (feedback !== undefined) {
    query = query.where('sessions.id', 'in', (inner) =>
      inner
        .selectFrom('examples')
        .innerJoin('turns', 'turns.id', 'examples.turn_id')
        .select('turns.session_id')
        .where('examples.status', feedback === 'wrong' ? '=' : '!=', 'wrong'),
    )
  }
  if (outcome !== undefined) {
    query = query.where('sessions.id', 'in', (inner) =>
      inner.selectFrom('turns').select('turns.session_id').where('turns.status', 'in', ['error', 'failed']),
    )
  }
  if (after === null) return query
  return query
    .where('sessions.last_accessed', '<=', after.at)
    .where((where) => where.or([where('sessions.last_accessed', '<', after.at), where('sessions.id', '<', after.id)]))
}

function countStatuses(db: Kysely<Database>, sessionIds: string[]) {
  return db
    .selectFrom('turns')
    .select(({ fn }) => ['session_id', 'status', fn.countAll<number>().as('count')])
    .where('session_id', 'in', sessionIds)
    .groupBy(['session_id', 'status'])
    .execute()
}

function countRatings(db: Kysely<Database>, sessionIds: string[]) {
  return db
    .selectFrom('turns')
    .innerJoin('examples', 'examples.turn_id', 'turns.id')
    .select(({ fn }) => ['turns.session_id', 'examples.status', fn.countAll<number>().as('count')])
    .where('turns.session_id', 'in', sessionIds)
    .groupBy(['turns.session_id', 'examples.status'])
    .execute()
}

function sumCosts(db: Kysely<Database>, sessionIds: string[]) {
  return db
    .selectFrom('turns')
    .innerJoin('turn_usage', 'turn_usage.turn_id', 'turns.id')
    .select(({ fn }) => ['turns.session_id', 'turn_usage.currency', fn.sum<number>('turn_usage.cost').as('cost')])
    .where('turns.session_id', 'in', sessionIds)
    .where('turn_usage.currency', '!=', '')
    .groupBy(['turns.session_id', 'turn_usage.currency'])
    .execute()
}

function sum(rows: { count: number }[]): number {
  return rows.reduce((total, { count }) => total + Number(count), 0)
}

function nameIn(names: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (names.get(id) ?? null)
}

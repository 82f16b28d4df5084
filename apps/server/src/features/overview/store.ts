import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** Counts the questions of each day since a moment, by whether they were answered. Questions in drafts don't count. */
export async function countQuestions(
  db: Kysely<Database>,
  since: string,
): Promise<{ day: string; isAnswered: boolean; count: number }[]> {
  const day = sql<string>`substr(created_at, 1, 10)`
  const rows = await db
    .selectFrom('turns')
    .select(({ fn }) => [day.as('day'), 'status', fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .where('status', '!=', 'running')
    .where('in_draft', '=', 0)
    .groupBy([day, 'status'])
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, count: Number(row.count), isAnswered: status === 'final' }))
}

/** Counts the answers that users rated since a moment. */
export async function countRatings(db: Kysely<Database>, since: string): Promise<{ right: number; wrong: number }> {
  const rows = await db
    .selectFrom('examples')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .where('turn_id', 'is not', null)
    .groupBy('status')
    .execute()
  const countOf = (isWrong: boolean) =>
    rows.filter(({ status }) => (status === 'wrong') === isWrong).reduce((sum, { count }) => sum + Number(count), 0)
  return { right: countOf(false), wrong: countOf(true) }
}

/** Counts the users who wait for approval. Null if none does. */
export async function findPendingUsers(db: Kysely<Database>): Promise<{ count: number; since: string } | null> {
  const { count, since } = await db
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('status', '=', 'N')
    .executeTakeFirstOrThrow()
  return Number(count) === 0 ? null : { count: Number(count), since }
}

export async function countQueuedEmails(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('outgoing_mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

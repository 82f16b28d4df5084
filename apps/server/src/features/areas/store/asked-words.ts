import { sql } from 'kysely'
import type { Handle } from './area-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days in which a word must be asked often, and days that are kept. */
const days = { counted: 30, kept: 60 }
/** Phrases of one conversation, and rows of one area. More are not counted. */
const most = { ofSession: 50, ofArea: 20_000 }

/** Conversations that make a word worth defining, and how many of one user count. So no word of one user is shown. */
export const askedOften = { conversations: 5, ofOneUser: 3 } as const

/** Notes unclear words of a turn, once for each conversation, and forgets old ones. */
export async function noteAskedWords(
  db: Handle,
  { turnId, phrases, now }: { turnId: string; phrases: readonly string[]; now: Date },
): Promise<void> {
  const turn = await db
    .selectFrom('turns')
    .select(['area_id', 'session_id', 'user_id'])
    .where('id', '=', turnId)
    // In a draft, an owner tries words that users don't ask for.
    .where('in_draft', '=', 0)
    .executeTakeFirst()
  const areaId = turn?.area_id ?? null
  if (turn === undefined || areaId === null) return
  const oldest = dayOf(now.getTime() - days.kept * dayMs)
  await db.deleteFrom('asked_words').where('area_id', '=', areaId).where('asked_on', '<', oldest).execute()
  const { session_id, user_id } = turn
  const [ofSession, ofArea] = await Promise.all([
    countRows(db, 'session_id', session_id),
    countRows(db, 'area_id', areaId),
  ])
  if (ofSession >= most.ofSession || ofArea >= most.ofArea) return
  const asked_on = dayOf(now.getTime())
  await db
    .insertInto('asked_words')
    .values(phrases.map((phrase) => ({ area_id: areaId, phrase, session_id, user_id, asked_on })))
    .onConflict((conflict) => conflict.columns(['area_id', 'phrase', 'session_id']).doUpdateSet({ asked_on }))
    .execute()
}

/** The words that were asked often in the last 30 days, with the number of conversations, the most frequent ones first. */
export async function listAskedWords(
  db: Handle,
  areaId: string,
  now: Date,
): Promise<{ phrase: string; conversations: number }[]> {
  const rows = await db
    .selectFrom('asked_words')
    .select(['phrase', 'user_id', sql<number | string>`count(*)`.as('conversations')])
    .where('area_id', '=', areaId)
    .where('asked_on', '>=', dayOf(now.getTime() - days.counted * dayMs))
    .groupBy(['phrase', 'user_id'])
    .execute()
  const byPhrase = Map.groupBy(rows, ({ phrase }) => phrase)
  return [...byPhrase]
    .map(([phrase, users]) => ({
      phrase,
      conversations: users.reduce((sum, one) => sum + Math.min(Number(one.conversations), askedOften.ofOneUser), 0),
    }))
    .filter(({ conversations }) => conversations >= askedOften.conversations)
    .toSorted(
      (left, right) => right.conversations - left.conversations || left.phrase.localeCompare(right.phrase, 'en'),
    )
}

async function countRows(db: Handle, column: 'session_id' | 'area_id', id: string): Promise<number> {
  const { count } = await db
    .selectFrom('asked_words')
    .select(sql<number | string>`count(*)`.as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

import type { ExampleStatus } from '@parlance/contract'
import { sql } from 'kysely'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { TurnMemory } from '../../agent/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database, ExampleRow, NewExample, TurnRow } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** An example with its maker's name. */
export type ExampleDetails = ExampleRow & { created_by_name: string | null }

export interface ExampleFilter {
  status?: ExampleStatus
  areaId?: string
  connectionId?: string
}

const mostListed = 1_000

export async function insertExample(db: Handle, example: NewExample): Promise<void> {
  await db.insertInto('examples').values(example).execute()
}

export async function findExample(db: Handle, id: string): Promise<ExampleDetails | null> {
  return (await detailsQuery(db).where('examples.id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Lists examples, newest first.
 * @param userId only examples that this user made or may decide about as an owner; null for all
 */
export async function listExamples(
  db: Handle,
  { status, areaId, connectionId }: ExampleFilter,
  userId: string | null,
): Promise<ExampleDetails[]> {
  let query = detailsQuery(db)
  if (userId !== null)
    query = query.where((where) => where.or([...ownedBy(where, userId), where('examples.created_by', '=', userId)]))
  if (status !== undefined) query = query.where('examples.status', '=', status)
  if (areaId !== undefined) query = query.where('examples.area_id', '=', areaId)
  if (connectionId !== undefined) query = query.where('examples.connection_id', '=', connectionId)
  return query.orderBy('examples.created_at', 'desc').orderBy('examples.id').limit(mostListed).execute()
}

/** Where a question is asked. */
export interface ExamplePlace {
  areaId: string | null
  connectionId: string
}

/** The most approved examples of one place to search. */
const mostSearched = 10_000

/** Lists approved examples for a question's place that ran at their last check, newest first. */
export async function listApproved(
  db: Handle,
  place: ExamplePlace,
): Promise<Pick<ExampleRow, 'id' | 'question' | 'sql_query' | 'reading'>[]> {
  return approvedQuery(db, place)
    .select(['examples.id', 'examples.question', 'examples.sql_query', 'examples.reading'])
    .orderBy('examples.created_at', 'desc')
    .orderBy('examples.id')
    .limit(mostSearched)
    .execute()
}

/** Another text whenever the list of approved examples may have changed. */
export async function approvedState(db: Handle, place: ExamplePlace): Promise<string> {
  const state = await approvedQuery(db, place)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.max('examples.created_at').as('created_at'),
      fn.max('examples.decided_at').as('decided_at'),
      fn.max('examples.verified_at').as('verified_at'),
    ])
    .executeTakeFirst()
  return JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Those of the examples that are still approved and usable, with the moment when their question was asked. */
export async function findApproved(
  db: Handle,
  ids: readonly string[],
): Promise<(Pick<ExampleRow, 'id' | 'question' | 'sql_query' | 'reading'> & { asked_at: string })[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('examples')
    .leftJoin('turns', 'turns.id', 'examples.turn_id')
    .select(['examples.id', 'examples.question', 'examples.sql_query', 'examples.reading'])
    .select((of) => of.fn.coalesce(of.ref('turns.created_at'), of.ref('examples.created_at')).as('asked_at'))
    .where('examples.id', 'in', ids)
    .where('examples.status', '=', 'approved')
    .where('examples.problem', 'is', null)
    .execute()
}

/** An area may have several databases, and SQL helps only with databases of its own kind. */
function approvedQuery(db: Handle, { areaId, connectionId }: ExamplePlace) {
  const approved = db
    .selectFrom('examples')
    .innerJoin('connections as own', 'own.id', 'examples.connection_id')
    .innerJoin('connections as asked', 'asked.kind', 'own.kind')
    .where('asked.id', '=', connectionId)
    .where('examples.status', '=', 'approved')
    .where('examples.problem', 'is', null)
  return areaId === null
    ? approved.where('examples.area_id', 'is', null).where('examples.connection_id', '=', connectionId)
    : approved.where('examples.area_id', '=', areaId)
}

export async function updateExample(
  db: Handle,
  id: string,
  change: Pick<ExampleRow, 'status' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await db.updateTable('examples').set(change).where('id', '=', id).execute()
}

/**
 * Changes an example unless someone has changed its text or decided about it since it was read.
 * @returns whether it did
 */
export async function updateUnchanged(
  db: Handle,
  { id, question, sql_query, status, decided_at }: Decided,
  change: Partial<Omit<ExampleRow, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('examples')
    .set(change)
    .where('id', '=', id)
    .where('question', '=', question)
    .where('sql_query', '=', sql_query)
    .where('status', '=', status)
    .where('decided_at', 'is not distinct from', decided_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Decided = Pick<ExampleRow, 'id' | 'question' | 'sql_query' | 'status' | 'decided_at'>

export async function deleteExample(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('examples').where('id', '=', id).execute()
}

/**
 * Reads a user's own turn with what it answered, and whether it was about a file of its conversation.
 * @throws AppError turn_not_found
 */
export async function readTurn(
  db: Handle,
  { turnId, userId }: { turnId: string; userId: string },
): Promise<Omit<TurnRow, 'memory'> & { is_file: boolean; memory: TurnMemory | null }> {
  const turn = await db
    .selectFrom('turns')
    .leftJoin('connections', 'connections.id', 'turns.connection_id')
    .selectAll('turns')
    .select('connections.session_id as file_of')
    .where('turns.id', '=', turnId)
    .where('turns.user_id', '=', userId)
    .executeTakeFirst()
  if (turn === undefined) throw new AppError('turn_not_found')
  const { file_of, memory, ...row } = turn
  const read = memory === null ? null : (JSON.parse(memory) as TurnMemory)
  return { ...row, is_file: file_of !== null, memory: read }
}

/** How many examples of a place need something from those who decide about them. */
export interface PlaceAttention extends Pick<ExampleRow, 'area_id' | 'connection_id'> {
  pending: number
  failing: number
}

/** Counts pending and failing examples by place. @param userId as for `listExamples` */
export async function countAttention(db: Handle, userId: string | null): Promise<PlaceAttention[]> {
  const isFailing = sql<number>`case when examples.problem is not null then 1 else 0 end`
  const query = db
    .selectFrom('examples')
    .where((where) =>
      where.or([
        where('examples.status', '=', 'pending'),
        where.and([where('examples.status', '=', 'approved'), where('examples.problem', 'is not', null)]),
      ]),
    )
  const owned = userId === null ? query : query.where((where) => where.or(ownedBy(where, userId)))
  const rows = await owned
    .select(['examples.area_id', 'examples.connection_id'])
    .select(sql<number>`sum(case when examples.status = 'pending' then 1 else 0 end)`.as('pending'))
    .select(sql<number>`sum(case when examples.status = 'approved' then ${isFailing} else 0 end)`.as('failing'))
    .groupBy(['examples.area_id', 'examples.connection_id'])
    .execute()
  // PostgreSQL returns sums as texts.
  return rows.map((row) => ({ ...row, pending: Number(row.pending), failing: Number(row.failing) }))
}

/** Conditions of which one holds for examples that an owner decides about. Rights are still checked for each. */
function ownedBy(where: ExpressionBuilder<Database, 'examples'>, userId: string) {
  return [
    where('examples.area_id', 'in', where.selectFrom('areas').select('areas.id').where('areas.owner_id', '=', userId)),
    where(
      'examples.connection_id',
      'in',
      where.selectFrom('connections').select('connections.id').where('connections.owner_id', '=', userId),
    ),
  ]
}

function detailsQuery(db: Handle) {
  return db
    .selectFrom('examples')
    .leftJoin('users', 'users.id', 'examples.created_by')
    .selectAll('examples')
    .select('users.username as created_by_name')
}

import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { ExamplePlace } from './store.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Question and SQL of an example. */
export interface ExampleText {
  question: string
  sql_query: string
}

/** What a draft does with one example. */
export interface DraftedExample {
  id: string
  connection_id: string
  /** The example when the draft changed it; null for a new one. */
  before: ExampleText | null
  /** Null if the draft deletes it. */
  draft: ExampleText | null
  written_at: string
}

type Row = Database['area_draft_examples']

/** The examples that the draft of an area adds, changes, or deletes, oldest first. */
export async function listDrafted(db: Handle, areaId: string): Promise<DraftedExample[]> {
  const rows = db.selectFrom('area_draft_examples').selectAll().where('area_id', '=', areaId)
  return (await rows.orderBy('written_at').orderBy('example_id').execute()).map(toDrafted)
}

/** The revision of a draft's examples, null if none ever changed; undefined without a draft. */
export async function examplesRevision(db: Handle, areaId: string): Promise<string | null | undefined> {
  const drafts = db.selectFrom('area_drafts').select('examples_revision').where('area_id', '=', areaId)
  return (await drafts.executeTakeFirst())?.examples_revision
}

/**
 * Waits until no one else changes the draft, and keeps it so until the transaction ends.
 * @returns whether the draft's examples have a revision
 */
export async function holdRevision(db: Handle, areaId: string, revision: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('area_drafts')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('area_id', '=', areaId)
    .where('examples_revision', 'is not distinct from', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a draft's examples another revision. @returns whether there is a draft */
export async function raiseRevision(
  db: Handle,
  areaId: string,
  { userId, now }: { userId: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('area_drafts')
    .set({ examples_revision: randomUUID(), updated_by: userId, updated_at: now })
    .where('area_id', '=', areaId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findDrafted(db: Handle, areaId: string, id: string): Promise<DraftedExample | null> {
  const rows = db.selectFrom('area_draft_examples').selectAll().where('area_id', '=', areaId)
  const row = await rows.where('example_id', '=', id).executeTakeFirst()
  return row === undefined ? null : toDrafted(row)
}

/** Stores what a draft does with an example, instead of what it did before. */
export async function writeDrafted(
  db: Handle,
  areaId: string,
  { id, connection_id, before, draft, written_at }: DraftedExample,
): Promise<void> {
  await deleteDrafted(db, areaId, id)
  const row: Row = {
    area_id: areaId,
    example_id: id,
    connection_id,
    question_before: before?.question ?? null,
    sql_before: before?.sql_query ?? null,
    question: draft?.question ?? null,
    sql_query: draft?.sql_query ?? null,
    written_at,
  }
  await db.insertInto('area_draft_examples').values(row).execute()
}

export async function deleteDrafted(db: Handle, areaId: string, id: string): Promise<void> {
  await db.deleteFrom('area_draft_examples').where('area_id', '=', areaId).where('example_id', '=', id).execute()
}

/** The IDs of all examples that the area's draft changes, and the new texts that fit the kind of the asked database. */
export async function draftedFor(
  db: Handle,
  { areaId, connectionId }: ExamplePlace,
): Promise<{ changed: ReadonlySet<string>; written: (ExampleText & { id: string; written_at: string })[] }> {
  const all = await listDrafted(db, areaId ?? '')
  const fitting = await db
    .selectFrom('connections as own')
    .innerJoin('connections as asked', 'asked.kind', 'own.kind')
    .select('own.id')
    .where('asked.id', '=', connectionId)
    .execute()
  const places = new Set(fitting.map(({ id }) => id))
  return {
    changed: new Set(all.map(({ id }) => id)),
    written: all.flatMap(({ id, connection_id, draft, written_at }) =>
      draft === null || !places.has(connection_id) ? [] : [{ id, ...draft, written_at }],
    ),
  }
}

function toDrafted({ example_id: id, connection_id, written_at, ...row }: Row): DraftedExample {
  return {
    id,
    connection_id,
    before: textOf(row.question_before, row.sql_before),
    draft: textOf(row.question, row.sql_query),
    written_at,
  }
}

function textOf(question: string | null, sql: string | null): ExampleText | null {
  return question === null || sql === null ? null : { question, sql_query: sql }
}

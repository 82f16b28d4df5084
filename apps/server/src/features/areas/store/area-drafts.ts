import { randomUUID } from 'node:crypto'
import type { AreaProblem } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import { isUniqueViolation } from '../../../store/store-errors.ts'
import type { Handle } from './area-store.ts'
import type { DraftChange } from './draft-changes.ts'

/** The stored draft of an area. */
export interface DraftRecord {
  areaId: string
  revision: string
  changes: DraftChange[]
  /** Another text each time one of its verified examples changes; null if none did. */
  examplesRevision: string | null
  /** How many verified examples it adds, changes, or deletes. */
  exampleCount: number
  startedByName: string | null
  startedAt: string
  updatedByName: string | null
  updatedAt: string
  proof: DraftProof
}

/** The proof of a draft with a version of its area. */
export interface DraftProof {
  areaVersion: number
  /** The user whose databases the problems may name. */
  provenBy: string | null
  hasErrors: boolean
  /** Not stored if there are errors. */
  problems: AreaProblem[]
}

export async function findDraft(db: Handle, areaId: string): Promise<DraftRecord | null> {
  const row = await db
    .selectFrom('area_drafts')
    .leftJoin('users as starter', 'starter.id', 'area_drafts.started_by')
    .leftJoin('users as editor', 'editor.id', 'area_drafts.updated_by')
    .selectAll('area_drafts')
    .select(['starter.email as starter_email', 'editor.email as editor_email'])
    .where('area_id', '=', areaId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { count } = await db
    .selectFrom('area_draft_examples')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('area_id', '=', areaId)
    .executeTakeFirstOrThrow()
  return {
    areaId,
    revision: row.revision,
    changes: JSON.parse(row.changes) as DraftChange[],
    examplesRevision: row.examples_revision,
    exampleCount: Number(count),
    startedByName: nameOf(row.starter_email),
    startedAt: row.started_at,
    updatedByName: nameOf(row.editor_email),
    updatedAt: row.updated_at,
    proof: {
      areaVersion: row.proven_version,
      provenBy: row.proven_by,
      hasErrors: row.has_errors === 1,
      problems: JSON.parse(row.problems) as AreaProblem[],
    },
  }
}

interface WrittenDraft {
  areaId: string
  /** The revision that is replaced. Null for a new draft. */
  revision: string | null
  changes: DraftChange[]
  proof: DraftProof
  userId: string
  now: string
}

/** Stores a draft with a new revision. @throws AppError conflict if someone else was first */
export async function writeDraft(db: Handle, written: WrittenDraft): Promise<void> {
  const { areaId, revision, changes, proof, userId, now } = written
  const change = {
    revision: randomUUID(),
    changes: JSON.stringify(changes),
    updated_by: userId,
    updated_at: now,
    ...proofColumns(proof),
  }
  if (revision === null) {
    const row = { ...change, examples_revision: null, area_id: areaId, started_by: userId, started_at: now }
    await db
      .insertInto('area_drafts')
      .values(row)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('conflict', { cause: error }) : error
      })
    return
  }
  const { numUpdatedRows } = await db
    .updateTable('area_drafts')
    .set(change)
    .where('area_id', '=', areaId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict')
}

/** Stores a new proof of a draft, unless the draft has changed meanwhile. */
export async function writeProof(
  db: Handle,
  { areaId, revision }: Pick<DraftRecord, 'areaId' | 'revision'>,
  proof: DraftProof,
): Promise<void> {
  const draft = db.updateTable('area_drafts').set(proofColumns(proof)).where('area_id', '=', areaId)
  await draft.where('revision', '=', revision).execute()
}

/** Deletes a draft. @throws AppError conflict if it has another revision or is gone */
export async function deleteDraft(db: Handle, areaId: string, revision: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('area_drafts')
    .where('area_id', '=', areaId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('conflict')
}

function proofColumns({ areaVersion, provenBy, hasErrors, problems }: DraftProof) {
  return {
    proven_version: areaVersion,
    proven_by: provenBy,
    has_errors: hasErrors ? (1 as const) : (0 as const),
    // An error is proven again before anyone reads it, and may name values that only its reader may see.
    problems: JSON.stringify(hasErrors ? [] : problems),
  }
}

function nameOf(email: string | null): string | null {
  return email?.split('@')[0] ?? null
}

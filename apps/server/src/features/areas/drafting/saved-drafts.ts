import { areaColumnFields, areaTableFields, message, wireMessage } from '@parlance/contract'
import type { Area, AreaProblem, SavedDraft } from '@parlance/contract'
import type { publishDraftRequestSchema, saveDraftRequestSchema } from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import { isSame } from '../../../lib/is-same.ts'
import { toDefinitions, toJoins } from '../editing/area-content.ts'
import type { AreaEdit, PublishedDraft } from '../editing/area-changes.ts'
import { editOf, presentContent } from '../editing/said-content.ts'
import { requireEditable, requireVersion } from '../rights/guards.ts'
import type { KnownDatabases, ReadDatabases } from '../scoping/known-databases.ts'
import { deleteDraft, findDraft, writeDraft, writeProof, type DraftRecord } from '../store/area-drafts.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { findArea } from '../store/area-store.ts'
import { findContentOf, type SaidContent } from '../store/area-versions.ts'
import {
  changesBetween,
  compareWith,
  contentOfOne,
  partOfChange,
  withChanges,
  type DraftChange,
} from '../store/draft-changes.ts'
import { settleFields } from '../store/field-values.ts'
import type { DraftReader } from './draft-reader.ts'

type Save = z.output<typeof saveDraftRequestSchema>
type Publish = z.output<typeof publishDraftRequestSchema>

/** The draft of an area, for its owner and administrators, who share it. They throw area_not_found and forbidden. */
export interface SavedDrafts {
  /** Null if there is none. */
  read(principal: Principal, areaId: string): Promise<SavedDraft | null>
  /**
   * Stores the draft, even with errors, which it then lists.
   * @throws AppError conflict if someone else saved, published, or discarded it; bad_request for a relationship that
   *   lacks a part
   */
  save(principal: Principal, areaId: string, request: Save): Promise<SavedDraft>
  /** @throws AppError conflict if someone else saved, published, or discarded it */
  discard(principal: Principal, areaId: string, revision: string): Promise<void>
  /**
   * Makes the area say what the draft says, as a new version, and deletes the draft.
   * @throws AppError conflict if the draft or the area changed since they were compared, or if a collision is undecided;
   *   area_invalid if the draft has errors
   */
  publish(principal: Principal, areaId: string, request: Publish): Promise<Area>
}

/** The verified examples of drafts, which belong to another feature. */
export interface DraftedExamples {
  /**
   * Checks the examples of a draft before it is published.
   * @returns what writes them in the transaction that publishes the draft
   * @throws AppError conflict if they changed since they were compared, if a collision is undecided, or if the gate
   *   refuses one; forbidden if the caller may not decide about one
   */
  prepare(
    principal: Principal,
    areaId: string,
    compared: { revision: string | null; uses: ReadonlyMap<string, 'draft' | 'published'> },
  ): Promise<PublishedDraft['writeExamples']>
}

export interface SavedDraftDependencies {
  areas: { update(principal: Principal, id: string, edit: AreaEdit, version: number | null): Promise<Area> }
  drafts: DraftReader
  examples: DraftedExamples
  readDatabases: ReadDatabases
}

export function createSavedDrafts(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { areas, drafts, examples, readDatabases }: SavedDraftDependencies,
): SavedDrafts {
  const { db } = store

  const requireArea = async (principal: Principal, areaId: string): Promise<AreaRecord> =>
    requireEditable(principal, await findArea(db, principal.userId, areaId)).area

  async function requireDraft(areaId: string, revision: string): Promise<DraftRecord> {
    const draft = await findDraft(db, areaId)
    if (draft?.revision !== revision) throw changed()
    return draft
  }

  async function read(principal: Principal, areaId: string): Promise<SavedDraft | null> {
    const area = await requireArea(principal, areaId)
    const draft = await findDraft(db, areaId)
    if (draft === null) return null
    const { changes, collisions, missingTables } = compareWith(area, draft.changes)
    const { problems, hasErrors } = await proofFor(principal, area, draft)
    return {
      revision: draft.revision,
      area_version: area.version,
      started_by_name: draft.startedByName,
      started_at: draft.startedAt,
      updated_by_name: draft.updatedByName,
      updated_at: draft.updatedAt,
      published: presentContent(area),
      content: presentContent(withChanges(area, draft.changes)),
      changes: changes.length + draft.exampleCount,
      collisions: collisions.map((collision) => ({
        id: collision.id,
        part: partOfChange(collision),
        before: presentContent(contentOfOne(collision.before)),
        published: presentContent(contentOfOne(collision.published)),
        draft: presentContent(contentOfOne(collision.after)),
      })),
      problems: [...missingTables.map(leftOut), ...problems],
      can_ask: !hasErrors,
    }
  }

  /** Problems name databases that another user may not know. Errors may have been fixed in the database. */
  async function proofFor(principal: Principal, area: AreaRecord, draft: DraftRecord) {
    const { areaVersion, provenBy, hasErrors } = draft.proof
    if (areaVersion === area.version && provenBy === principal.userId && !hasErrors) return draft.proof
    const proof = await drafts.prove(principal, area, draft.changes)
    await writeProof(db, draft, proof)
    return proof
  }

  return {
    read,
    save: async (principal, areaId, { revision, area_version, content }) => {
      const area = await requireArea(principal, areaId)
      const before = await findDraft(db, areaId)
      if ((before?.revision ?? null) !== revision) throw changed()
      const base = await findContentOf(db, area, area_version)
      if (base === null) throw new AppError('conflict')
      const said = await contentIn(base, content, readDatabases(area.applicationId))
      const changes = changesBetween(base, said).map((change) => sinceFirst(change, before?.changes ?? []))
      const proof = await drafts.prove(principal, area, changes)
      const moment = now().toISOString()
      await store.transaction(async (transaction) => {
        requireEditable(principal, await findArea(transaction, principal.userId, areaId))
        const written = { areaId, revision, changes, proof, userId: principal.userId, now: moment }
        await writeDraft(transaction, written)
      })
      const saved = await read(principal, areaId)
      if (saved === null) throw changed()
      return saved
    },
    discard: async (principal, areaId, revision) => {
      await requireArea(principal, areaId)
      await requireDraft(areaId, revision)
      await deleteDraft(db, areaId, revision)
    },
    publish: async (principal, areaId, request) => {
      const { revision, area_version, examples_revision = null, reason = null, collisions: decided } = request
      const area = await requireArea(principal, areaId)
      const draft = await requireDraft(areaId, revision)
      requireVersion(area, area_version)
      const uses = new Map(decided.map(({ id, use }) => [id, use]))
      const { changes, collisions } = compareWith(area, draft.changes)
      const open = collisions.filter(({ id }) => !uses.has(id)).length
      if (open > 0) throw new AppError('conflict', { detail: undecided(open) })
      const dropped = new Set(collisions.map(({ id }) => id).filter((id) => uses.get(id) === 'published'))
      const published = changes.filter(({ id }) => !dropped.has(id))
      const edit = editOf(area, withChanges(area, published), new Set(published.map(partOfChange)))
      const writeExamples = await examples.prepare(principal, areaId, { revision: examples_revision, uses })
      const publishing = { ...edit, change_reason: reason, published_draft: { revision, writeExamples } }
      return areas.update(principal, areaId, publishing, area.version)
    },
  }
}

/** What a request says, for the tables of the area and as the catalog spells names. */
async function contentIn(
  base: SaidContent,
  { description, ai_instructions, synonyms, sample_questions, tables, joins, definitions }: Save['content'],
  reading: Promise<KnownDatabases>,
): Promise<SaidContent> {
  const known = await reading
  const hints = new Map(tables.map((table) => [table.table_name.toLowerCase(), table]))
  return {
    description,
    instructions: ai_instructions,
    synonyms,
    sampleQuestions: sample_questions,
    tables: base.tables.map((table) => {
      const said = hints.get(table.name.toLowerCase())
      if (said === undefined) return table
      const columns = said.columns?.map((column) => settleFields(areaColumnFields, column, null))
      return settleFields(areaTableFields, { ...said, table_name: table.name, columns }, table)
    }),
    joins: toJoins(joins, known),
    definitions: toDefinitions(definitions, known),
  }
}

/**
 * A change that the draft already has is still one of what was published when it began. So it collides with what is
 * published until someone decides.
 */
function sinceFirst(change: DraftChange, known: readonly DraftChange[]): DraftChange {
  const first = known.find(({ id }) => id === change.id)
  return first === undefined || isSame(first.before, change.before) ? change : { ...change, before: first.before }
}

function leftOut(table: string): AreaProblem {
  const place = { section: 'tables', rule: null, table, part: 'table', position: null, database: null } as const
  return { severity: 'warning', ...place, ...wireMessage(leftOutText) }
}

const leftOutText = message('The area no longer has this table, so what the draft says about it is left out.')

function changed(): AppError {
  return new AppError('conflict', {
    detail: message('Someone else saved, published, or discarded this draft. Reload the page to see it.'),
  })
}

function undecided(count: number) {
  return message(
    '{count, plural, one {One change of the draft collides} other {# changes of the draft collide}} with what was published meanwhile. Decide for each which one to publish.',
    { count },
  )
}

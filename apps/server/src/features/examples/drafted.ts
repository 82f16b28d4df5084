import { randomUUID } from 'node:crypto'
import { message, mostDraftExamples } from '@parlance/contract'
import type { AddDraftExampleRequest, CheckedDraftExample, DraftExamples } from '@parlance/contract'
import type { UpdateExampleRequest } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import { isSame } from '../../lib/is-same.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import { chooseDatabase } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import * as drafts from './draft-store.ts'
import type { DraftedExample, ExampleText } from './draft-store.ts'
import { createDraftAccess, type DraftAccessDependencies } from './draft-access.ts'
import { listExamples, prepareExamples } from './publish-drafted.ts'
import { runnerOf } from './written.ts'

/**
 * The verified examples of an area's draft, for the owner of the area and administrators. They throw area_not_found and
 * forbidden, and conflict without a draft.
 */
export interface DraftedExamplesService {
  /** What the draft does with examples of databases that the caller may use. */
  list(principal: Principal, areaId: string, signal: AbortSignal): Promise<DraftExamples>
  /** Adds an example to the draft after its SQL ran with the caller's rights. Throws like running a query. */
  add(
    principal: Principal,
    areaId: string,
    request: AddDraftExampleRequest,
    signal: AbortSignal,
  ): Promise<CheckedDraftExample>
  /**
   * Changes an example of the draft or of the area in the draft, after its SQL ran with the caller's rights.
   * @throws AppError not_found; like running a query
   */
  update(
    principal: Principal,
    example: { areaId: string; id: string },
    text: UpdateExampleRequest,
    signal: AbortSignal,
  ): Promise<CheckedDraftExample>
  /** Deletes an example in the draft. @throws AppError not_found */
  remove(principal: Principal, example: { areaId: string; id: string }): Promise<void>
  /** Takes back what the draft does with an example. @throws AppError not_found */
  revert(principal: Principal, example: { areaId: string; id: string }): Promise<void>
  /** See the areas' `DraftedExamples`. */
  prepare(
    principal: Principal,
    areaId: string,
    compared: { revision: string | null; uses: ReadonlyMap<string, 'draft' | 'published'> },
  ): Promise<(transaction: Transaction<Database>) => Promise<void>>
}

interface DraftedDependencies extends DraftAccessDependencies {
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  door: Pick<QueryDoor, 'run' | 'findRefusal'>
}

/** Creates the verified examples of drafts. */
export function createDraftedExamples(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  dependencies: DraftedDependencies,
): DraftedExamplesService {
  const { db } = store
  const { connections, areas, door } = dependencies
  const draftAccess = createDraftAccess({ store, now }, dependencies)
  const { require, requireDecidable } = draftAccess
  const resultOf = runnerOf(door)

  async function write(
    { userId }: Principal,
    areaId: string,
    change: (transaction: Transaction<Database>, moment: string) => Promise<void>,
  ): Promise<void> {
    const moment = now().toISOString()
    await store.transaction(async (transaction) => {
      if (!(await drafts.raiseRevision(transaction, areaId, { userId, now: moment }))) {
        throw new AppError('conflict', { detail: noDraftText })
      }
      await change(transaction, moment)
      if ((await drafts.listDrafted(transaction, areaId)).length > mostDraftExamples) {
        throw new AppError('conflict', { detail: tooManyText })
      }
    })
  }

  /** What equals the published example again is removed from the draft. */
  const keep = (principal: Principal, areaId: string, example: Omit<DraftedExample, 'written_at'>) =>
    write(principal, areaId, (transaction, written_at) =>
      isSame(example.before, example.draft)
        ? drafts.deleteDrafted(transaction, areaId, example.id)
        : drafts.writeDrafted(transaction, areaId, { ...example, written_at }),
    )

  async function check(
    principal: Principal,
    areaId: string,
    example: Omit<DraftedExample, 'written_at'> & { draft: ExampleText },
    signal: AbortSignal,
  ): Promise<CheckedDraftExample> {
    const { id, connection_id: database_config_id, draft } = example
    if ((await drafts.examplesRevision(db, areaId)) === undefined) {
      throw new AppError('conflict', { detail: noDraftText })
    }
    const result = await resultOf(principal, { area_id: areaId, database_config_id, ...draft }, signal)
    // The rights may have changed while the query ran.
    await requireDecidable(principal, areaId, example.connection_id)
    await keep(principal, areaId, example)
    if (result === null) throw new AppError('unavailable')
    return { id, result }
  }

  return {
    list: (principal, areaId, signal) => listExamples(draftAccess, principal, areaId, signal),
    add: async (principal, areaId, { database_config_id: wanted = null, ...draft }, signal) => {
      const { applicationId } = await areas.getEditable(principal, areaId)
      const { id: connection_id } = await chooseDatabase(principal, applicationId, wanted, connections)
      await requireDecidable(principal, areaId, connection_id)
      return check(principal, areaId, { id: randomUUID(), connection_id, before: null, draft }, signal)
    },
    update: async (principal, place, draft, signal) => {
      const { id, connection_id, before } = await require(principal, place)
      return check(principal, place.areaId, { id, connection_id, before, draft }, signal)
    },
    remove: async (principal, place) =>
      keep(principal, place.areaId, { ...(await require(principal, place)), draft: null }),
    revert: async (principal, place) => {
      await require(principal, place)
      await write(principal, place.areaId, (transaction) => drafts.deleteDrafted(transaction, place.areaId, place.id))
    },
    prepare: (principal, areaId, compared) => prepareExamples(draftAccess, principal, areaId, compared),
  }
}

const noDraftText = message('This business area has no draft. Save a draft first.')
const tooManyText = message('A draft can change up to {n} verified examples. Publish it first.', {
  n: mostDraftExamples,
})

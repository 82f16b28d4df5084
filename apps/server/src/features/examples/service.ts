import { message, wireMessage } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { CreateExampleRequest, Example, Message, SqlDialect } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { AuditService } from '../audit/service.ts'
import type { AreasService } from '../areas/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { UsersService } from '../users/service.ts'
import { createCorrections, type Corrections } from './corrections.ts'
import { createDraftedExamples, type DraftedExamplesService } from './drafted.ts'
import { createExampleSearch, type UsableExample } from './find-examples.ts'
import { createExampleProofs, type ExampleProofs } from './prove-examples.ts'
import { readRatedAnswer } from './rated-answers.ts'
import { createExampleReview, type ExampleReview } from './review.ts'
import { withRefusals } from './refusals.ts'
import { exampleRights } from './rights.ts'
import * as examples from './store.ts'
import type { ExampleDetails, ExampleFilter } from './store.ts'
import { createWrittenExamples, decidableOf, wrongText, type WrittenExamples } from './written.ts'

export { readTurn } from './store.ts'

/** An answer in a business area that became a verified example. */
export type ApprovedAnswer = Example & { turn_id: string; area_id: string }

type ApprovalListener = (approver: Principal, answer: ApprovedAnswer) => Promise<void>

export interface ExamplesService extends WrittenExamples, Corrections, ExampleReview {
  /**
   * Stores a right answer of the caller, which waits for approval unless the caller may approve it. A wrong answer is
   * stored as a report for those who decide, with a reason if there is one.
   * @throws AppError turn_not_found, bad_request if the answer has no query that can be repeated, conflict; like
   *   asking, if the caller may no longer use the answer's database or area
   */
  create(principal: Principal, request: CreateExampleRequest): Promise<Example>
  /**
   * Lists examples that the caller may decide about, or made and may still use, newest first. With `check`, also says
   * for those to decide about why the gate would refuse the SQL now, for as many as a few seconds allow.
   */
  list(principal: Principal, filter: ExampleFilter & { check?: boolean }, signal: AbortSignal): Promise<Example[]>
  /**
   * @throws AppError not_found if the caller neither made it nor may decide about it; forbidden; conflict for a
   *   report
   */
  decide(principal: Principal, id: string, status: 'approved' | 'rejected'): Promise<Example>
  /**
   * Removes an example. Its maker may do so until someone decides, and those who decide may always.
   * @throws AppError not_found, forbidden
   */
  remove(principal: Principal, id: string): Promise<void>
  /**
   * Finds the approved examples most like the question, in this area or in this database without an area.
   * `inDraft` uses the examples of the area as its draft has them.
   */
  examplesFor(wanted: {
    areaId: string | null
    connectionId: string
    question: string
    limit: number
    inDraft?: boolean
  }): Promise<UsableExample[]>
  /**
   * The query as users other than its author may read it: without values that the question doesn't name. Null if the
   * values cannot be separated from the text.
   */
  withoutValues(sql: string, question: string, dialect: SqlDialect): Promise<string | null>
  /** The examples of drafts. */
  drafted: DraftedExamplesService
  /** The background proof of all examples. */
  proofs: ExampleProofs
  /** Calls the listener after an answer in an area was approved. Its failure does not undo the approval. */
  onApproved(listener: ApprovalListener): void
}

export interface ExamplesDependencies {
  audit: Pick<AuditService, 'record'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  catalog: Pick<CatalogService, 'get'>
  areas: Pick<AreasService, 'getEditable' | 'ownerOf' | 'requireUsable'>
  door: Pick<QueryDoor, 'run' | 'findRefusal'>
  users: Pick<UsersService, 'find' | 'principalOf'>
}

export function createExamplesService(
  { store, now, log }: Pick<AppContext, 'store' | 'now' | 'log'>,
  { audit, connections, catalog, areas, door, users }: ExamplesDependencies,
): ExamplesService {
  const { db } = store

  const { mayDecide, mayReach, requireReach } = exampleRights({ connections, areas })
  const places = { db, catalog, requireReach }

  async function present(principal: Principal, row: ExampleDetails): Promise<Example> {
    const { connection_id, decided_by: _, question_key: __, proven_for: ___, problem, ...rest } = row
    const may_decide = await mayDecide(principal, row)
    return {
      ...rest,
      database_config_id: connection_id,
      problem: problem !== null && may_decide ? wireMessage(JSON.parse(problem) as Message) : null,
      is_own: row.created_by === principal.userId,
      may_decide,
    }
  }

  /** Null if the caller may not decide about it and can't see it as its maker. */
  async function presentVisible(principal: Principal, row: ExampleDetails): Promise<Example | null> {
    const example = await present(principal, row)
    return example.may_decide || (example.is_own && (await mayReach(principal, row))) ? example : null
  }

  /** @throws AppError not_found */
  async function visible(principal: Principal, id: string): Promise<Example> {
    const row = await examples.findExample(db, id)
    const example = row === null ? null : await presentVisible(principal, row)
    if (example === null) throw new AppError('not_found')
    return example
  }

  const { announce, onApproved } = approvals(log)
  const search = createExampleSearch(db)

  async function decide(principal: Principal, id: string, status: 'approved' | 'rejected'): Promise<Example> {
    const { may_decide, status: known } = await visible(principal, id)
    if (!may_decide) throw new AppError('forbidden')
    if (known === 'wrong') throw new AppError('conflict', { detail: wrongText })
    await examples.updateExample(db, id, { status, decided_by: principal.userId, decided_at: now().toISOString() })
    return announce(principal, await visible(principal, id))
  }

  return {
    ...createWrittenExamples({ store, now }, { connections, areas, door, mayDecide, visible }),
    ...createCorrections({ now }, { areas, door, visible }),
    ...createExampleReview({ audit, db, search, mayDecide, decidable: decidableOf(visible), present, decide }),
    create: async (principal, { turn_id, question, verdict = 'right', reason = null, comment = '' }) => {
      if (verdict === 'right' && (reason !== null || comment !== '')) throw withReason()
      const rated = await readRatedAnswer(places, principal, { turnId: turn_id, reworded: question })
      const made = { ...rated, reason, comment: comment === '' ? null : comment }
      const row = { ...made, id: randomUUID(), created_by: principal.userId, created_at: now().toISOString() }
      const isDecided = verdict === 'right' && (await mayDecide(principal, row))
      const decision = isDecided ? approvedBy(principal, row.created_at) : undecided[verdict]
      await examples.insertExample(db, { ...row, ...decision }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('conflict', { detail: message('You have already rated this answer.'), cause: error })
      })
      return announce(principal, await visible(principal, row.id))
    },
    list: async (principal, { check = false, ...filter }, signal) => {
      const rows = await examples.listExamples(db, filter, principal.role === 'ADMIN' ? null : principal.userId)
      const found = await Promise.all(rows.map((row) => presentVisible(principal, row)))
      const shown = found.filter((example) => example !== null)
      return check ? withRefusals(door, { principal, shown, signal }) : shown
    },
    decide,
    remove: async (principal, id) => {
      const row = await examples.findExample(db, id)
      const example = row === null ? null : await present(principal, row)
      if (example === null || !(example.is_own || example.may_decide)) throw new AppError('not_found')
      const { may_decide, status, decided_at } = example
      const isOpen = status === 'pending' || (status === 'wrong' && decided_at === null)
      if (!may_decide && !isOpen) throw new AppError('forbidden')
      await examples.deleteExample(db, id)
    },
    examplesFor: search,
    drafted: createDraftedExamples({ store, now }, { connections, areas, door, mayDecide }),
    proofs: createExampleProofs({ store, now, log }, { users, areas, door }),
    withoutValues: readableSql,
    onApproved,
  }
}

/** Loads the gate's SQL parser, which is not needed at server start. */
const loadWithoutValues = () => import('./without-values.ts')

async function readableSql(sql: string, question: string, dialect: SqlDialect): Promise<string | null> {
  const { withoutValues } = await loadWithoutValues()
  return withoutValues(sql, question, dialect)?.sql ?? null
}

/** Calls listeners after an answer in an area was approved. */
function approvals(log: AppContext['log']) {
  const listeners: ApprovalListener[] = []
  const announce = async (approver: Principal, example: Example): Promise<Example> => {
    const { turn_id, area_id, status } = example
    if (status !== 'approved' || turn_id === null || area_id === null) return example
    for (const listener of listeners) {
      await listener(approver, { ...example, turn_id, area_id }).catch((error: unknown) =>
        log.error({ err: error, example: example.id }, 'an approved answer was not passed on'),
      )
    }
    return example
  }
  return { announce, onApproved: (listener: ApprovalListener) => void listeners.push(listener) }
}

function withReason(): AppError {
  return new AppError('bad_request', { detail: message('Only an answer that you report as wrong has a reason.') })
}

const undecided = {
  right: { status: 'pending', decided_by: null, decided_at: null },
  wrong: { status: 'wrong', decided_by: null, decided_at: null },
} as const

function approvedBy({ userId }: Principal, moment: string) {
  return { status: 'approved', decided_by: userId, decided_at: moment } as const
}

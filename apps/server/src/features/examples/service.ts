import { message } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { CreateExampleRequest, Example, SqlDialect } from '@parlance/contract'
import type { TurnMemory } from '../../agent/contract.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { AreasService } from '../areas/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { rankByLikeness } from './rank.ts'
import { exampleRights } from './rights.ts'
import * as examples from './store.ts'
import type { ExampleDetails, ExampleFilter } from './store.ts'

/** An approved question with its SQL, used as an example for another question. */
export interface UsableExample {
  id: string
  question: string
  sql: string
  reading: string | null
}

export interface ExamplesService {
  /**
   * Stores a right answer of the caller, which waits for approval unless the caller may approve it. A wrong answer is
   * stored as a report for those who decide.
   * @throws AppError turn_not_found, bad_request if the answer has no query that can be repeated, conflict; like
   *   asking, if the caller may no longer use the answer's database or area
   */
  create(principal: Principal, request: CreateExampleRequest): Promise<Example>
  /** Lists examples that the caller may decide about, or made and may still use, newest first. */
  list(principal: Principal, filter: ExampleFilter): Promise<Example[]>
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
  /** Finds the approved examples most like the question, in this area or in this database without an area. */
  examplesFor(wanted: {
    areaId: string | null
    connectionId: string
    question: string
    limit: number
  }): Promise<UsableExample[]>
  /**
   * The query as users other than its author may read it: without values that the question doesn't name. Null if the
   * values cannot be separated from the text.
   */
  withoutValues(sql: string, question: string, dialect: SqlDialect): Promise<string | null>
}

export interface ExamplesDependencies {
  connections: Pick<ConnectionsService, 'get'>
  catalog: Pick<CatalogService, 'get'>
  areas: Pick<AreasService, 'ownerOf' | 'requireUsable'>
}

const wrongText = message('Answers reported as wrong cannot become verified examples.')
/** The most approved examples of one area to search for a question. */
const searchedExamples = 2_000
/** Below this, two questions share little more than chance. */
const leastLikeness = 0.12

export function createExamplesService(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { connections, catalog, areas }: ExamplesDependencies,
): ExamplesService {
  const { db } = store

  const { mayDecide, mayReach, requireReach } = exampleRights({ connections, areas })

  async function present(principal: Principal, row: ExampleDetails): Promise<Example> {
    const { connection_id, decided_by: _, ...rest } = row
    return {
      ...rest,
      database_config_id: connection_id,
      is_own: row.created_by === principal.userId,
      may_decide: await mayDecide(principal, row),
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

  return {
    create: async (principal, { turn_id, question, verdict = 'right' }) => {
      const made = await fromTurn(principal, turn_id, question)
      const row = { ...made, id: randomUUID(), created_by: principal.userId, created_at: now().toISOString() }
      const isDecided = verdict === 'right' && (await mayDecide(principal, row))
      const decision = isDecided ? approvedBy(principal, row.created_at) : undecided[verdict]
      await examples.insertExample(db, { ...row, ...decision }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('conflict', { detail: message('You have already rated this answer.'), cause: error })
      })
      return visible(principal, row.id)
    },
    list: async (principal, filter) => {
      const rows = await examples.listExamples(db, filter)
      const shown = await Promise.all(rows.map((row) => presentVisible(principal, row)))
      return shown.filter((example) => example !== null)
    },
    decide: async (principal, id, status) => {
      const { may_decide, status: known } = await visible(principal, id)
      if (!may_decide) throw new AppError('forbidden')
      if (known === 'wrong') throw new AppError('conflict', { detail: wrongText })
      await examples.updateExample(db, id, { status, decided_by: principal.userId, decided_at: now().toISOString() })
      return visible(principal, id)
    },
    remove: async (principal, id) => {
      const row = await examples.findExample(db, id)
      const example = row === null ? null : await present(principal, row)
      if (example === null || !(example.is_own || example.may_decide)) throw new AppError('not_found')
      const { may_decide, status } = example
      if (!may_decide && status !== 'pending' && status !== 'wrong') throw new AppError('forbidden')
      await examples.deleteExample(db, id)
    },
    examplesFor: async ({ areaId, connectionId, question, limit }) => {
      const rows = await examples.listApproved(db, { areaId, connectionId, limit: searchedExamples })
      return rankByLikeness(question, rows, (row) => `${row.question} ${row.reading ?? ''}`)
        .filter(({ likeness }) => likeness >= leastLikeness)
        .slice(0, limit)
        .map(({ document: { id, question: asked, sql_query: sql, reading } }) => ({
          id,
          question: asked,
          sql,
          reading,
        }))
    },
    withoutValues: readableSql,
  }

  async function fromTurn(principal: Principal, turnId: string, reworded: string | undefined) {
    const turn = await examples.findTurn(db, { turnId, userId: principal.userId })
    if (turn === null) throw new AppError('turn_not_found')
    const memory = turn.memory === null ? null : (JSON.parse(turn.memory) as TurnMemory)
    const { connection_id } = turn
    if (memory === null || memory.sql === null || connection_id === null || turn.status !== 'final')
      throw withoutQuery()
    if (turn.is_file) throw ofFile()
    await requireReach(principal, { area_id: turn.area_id, connection_id })
    const question = reworded ?? turn.question
    const { dialect } = await catalog.get(connection_id)
    // Users may repeat what they typed at any time in this question.
    const asked = `${question} ${turn.question}`
    const { readingWithout, withoutValues } = await loadWithoutValues()
    const safe = withoutValues(memory.sql, asked, dialect)
    if (safe === null) throw withoutQuery()
    const reading = memory.reading === null ? null : readingWithout(memory.reading, asked, safe)
    return { turn_id: turnId, question, sql_query: safe.sql, reading, connection_id, area_id: turn.area_id }
  }
}

/** Loads the gate's SQL parser, which is not needed at server start. */
const loadWithoutValues = () => import('./without-values.ts')

async function readableSql(sql: string, question: string, dialect: SqlDialect): Promise<string | null> {
  const { withoutValues } = await loadWithoutValues()
  return withoutValues(sql, question, dialect)?.sql ?? null
}

const undecided = {
  right: { status: 'pending', decided_by: null, decided_at: null },
  wrong: { status: 'wrong', decided_by: null, decided_at: null },
} as const

function approvedBy({ userId }: Principal, moment: string) {
  return { status: 'approved', decided_by: userId, decided_at: moment } as const
}

function ofFile(): AppError {
  return new AppError('bad_request', {
    detail: message('Answers about attached files cannot become verified examples.'),
  })
}

function withoutQuery(): AppError {
  return new AppError('bad_request', { detail: message('Only answers with a query can become verified examples.') })
}

import { createHash, randomUUID } from 'node:crypto'
import { message, patternOf } from '@parlance/contract'
import type { AddExampleRequest, CheckedExample, Example, Message, UpdateExampleRequest } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { collect } from '../../door/collect.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { lastingReason, QueryFailedError } from '../../door/errors.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { chooseDatabase, type AreasService } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { ExampleRights } from './rights.ts'
import * as examples from './store.ts'

export interface WrittenExamples {
  /**
   * Stores a question with SQL that the editor of an area wrote, after the SQL ran with the editor's rights.
   * @throws AppError area_not_found, forbidden, conflict for a question that was already written for this place; like
   *   choosing a database and running a query
   */
  add(principal: Principal, request: AddExampleRequest, signal: AbortSignal): Promise<CheckedExample>
  /**
   * Replaces question and SQL after the SQL ran with the caller's rights. The caller becomes its creator, because
   * creators may read its SQL. Throws like `add` and `run`; conflict also if someone changed it meanwhile.
   */
  update(principal: Principal, id: string, request: UpdateExampleRequest, signal: AbortSignal): Promise<CheckedExample>
  /**
   * Runs the SQL with the caller's rights, and records that it ran or why it no longer does.
   * @throws AppError not_found, forbidden; like running a query, if the failure says nothing about the example
   */
  run(principal: Principal, id: string, signal: AbortSignal): Promise<CheckedExample>
}

interface WrittenDependencies {
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  areas: Pick<AreasService, 'getEditable'>
  door: Pick<QueryDoor, 'run'>
  mayDecide: ExampleRights['mayDecide']
  /** @throws AppError not_found */
  visible: (principal: Principal, id: string) => Promise<Example>
}

type Place = Pick<Example, 'area_id' | 'database_config_id'>

/** The number of rows to show of a result. */
const shownRows = 10

/** For a report, which only its handling removes. */
export const wrongText = message('Answers reported as wrong cannot become verified examples.')
export const changedText = message('Someone else changed or deleted this example. Reload, and try again.')
const repeatedText = message('This question already has an example here. Edit that example instead.')
const placeholderText = message(
  "This SQL has '?' where it would need values that the question does not mention, so the database cannot run it. Edit the question and the SQL.",
)

export function createWrittenExamples(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { connections, areas, door, mayDecide, visible }: WrittenDependencies,
): WrittenExamples {
  const { db } = store

  const resultOf = runnerOf(door)
  const decidable = decidableOf(visible)

  return {
    add: async (principal, { area_id, database_config_id: wanted = null, question, sql_query }, signal) => {
      const { applicationId } = await areas.getEditable(principal, area_id)
      const { id: connection_id } = await chooseDatabase(principal, applicationId, wanted, connections)
      const place = { area_id, database_config_id: connection_id }
      const result = await resultOf(principal, { ...place, sql_query }, signal)
      // The rights may have changed while the query ran.
      await areas.getEditable(principal, area_id)
      const moment = now().toISOString()
      const isDecided = await mayDecide(principal, { area_id, connection_id })
      const id = randomUUID()
      await examples
        .insertExample(db, {
          id,
          area_id,
          connection_id,
          created_at: moment,
          ...writtenBy(principal, { ...place, question, sql_query }),
          verified_at: moment,
          status: isDecided ? 'approved' : 'pending',
          decided_by: isDecided ? principal.userId : null,
          decided_at: isDecided ? moment : null,
        })
        .catch(async (error: unknown) => {
          refuseRepeated(error)
          // The area or the database may have been deleted meanwhile.
          await Promise.all([areas.getEditable(principal, area_id), connections.get(principal, connection_id)])
          throw error
        })
      return { ...(await visible(principal, id)), result }
    },
    update: async (principal, id, { question, sql_query }, signal) => {
      const before = await decidable(principal, id)
      if (before.status === 'wrong') throw new AppError('conflict', { detail: wrongText })
      const result = await resultOf(principal, { ...before, sql_query }, signal)
      await decidable(principal, id)
      const moment = now().toISOString()
      const isChanged = await examples
        .updateUnchanged(db, before, {
          ...writtenBy(principal, { ...before, question, sql_query }),
          created_at: moment,
          verified_at: moment,
          status: 'approved',
          decided_by: principal.userId,
          decided_at: moment,
        })
        .catch((error: unknown) => {
          refuseRepeated(error)
          throw error
        })
      if (!isChanged) throw new AppError('conflict', { detail: changedText })
      return { ...(await visible(principal, id)), result }
    },
    run: async (principal, id, signal) => {
      const example = await decidable(principal, id)
      const record = (change: { verified_at?: string; problem: string | null }) =>
        examples.updateUnchanged(db, example, change)
      try {
        const result = await resultOf(principal, example, signal)
        await record({ verified_at: now().toISOString(), problem: null })
        return { ...(await visible(principal, id)), result }
      } catch (error) {
        const reason = reasonOf(error, example.sql_query)
        if (reason === null || !(error instanceof AppError)) throw error
        await record({ problem: JSON.stringify(reason) })
        // The caller may read more about a failure than later readers.
        const problem = { message: error.detail, ...(error.pattern !== undefined && patternOf(error.pattern)) }
        return { ...(await visible(principal, id)), problem, result: null }
      }
    },
  }
}

/** Runs the SQL of an example with the caller's rights. */
export function runnerOf(door: Pick<QueryDoor, 'run'>) {
  return async (
    principal: Principal,
    { area_id: areaId, database_config_id: connectionId, sql_query: sql }: Place & { sql_query: string },
    signal: AbortSignal,
  ): Promise<CheckedExample['result']> => {
    const query = await door.run({ principal, areaId, connectionId, sql, purpose: 'example', signal })
    const { columns, rows, truncated } = await collect(query)
    return { columns, results: rows.slice(0, shownRows), row_count: rows.length, truncated }
  }
}

/** Finds an example that the caller may decide about. It throws AppError not_found or forbidden. */
export function decidableOf(visible: WrittenDependencies['visible']): WrittenDependencies['visible'] {
  return async (principal, id) => {
    const example = await visible(principal, id)
    if (!example.may_decide) throw new AppError('forbidden')
    return example
  }
}

/** The fields of an example that depend on who wrote its text. */
export function writtenBy({ userId }: Principal, { area_id, database_config_id, question, sql_query }: Written) {
  const words = question.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
  const identity = JSON.stringify([area_id, database_config_id, words])
  return {
    turn_id: null,
    question_key: createHash('sha256').update(identity).digest('hex'),
    question,
    sql_query,
    reading: null,
    created_by: userId,
    problem: null,
    reason: null,
    comment: null,
  }
}

type Written = Place & UpdateExampleRequest

/** @throws AppError conflict if this question was already written for this place */
export function refuseRepeated(error: unknown): void {
  if (isUniqueViolation(error)) throw new AppError('conflict', { detail: repeatedText, cause: error })
}

/**
 * Why an example no longer runs, for everyone who decides about it; null for a failure that says nothing about it.
 * @throws AppError query_failed if the SQL lacks values, which were removed from it
 */
function reasonOf(error: unknown, sql: string): Message | null {
  const mayLackValue = error instanceof QueryFailedError && (error.kind === 'syntax' || error.kind === 'unknown')
  if (mayLackValue && sql.includes("'?'")) throw new AppError('query_failed', { detail: placeholderText, cause: error })
  return lastingReason(error)
}

import { message } from '@parlance/contract'
import type { ExpectedRows, Message, RerunEvaluation, RerunSide } from '@parlance/contract'
import { personView } from '../../door/present.ts'
import type { CollectedResult } from '../../door/contract.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationResultRow } from '../../store/schema.ts'
import type { EvaluationCore } from './core.ts'
import { openRows } from './expected-rows.ts'
import { hashOf, judge, ordersRows, resultOfRows, runSql } from './judge.ts'
import type { QueryPlace } from './judge.ts'
import type { ReadableSql, ReadableSqlRules } from './readable-sql.ts'
import { readableResult, requireResult } from './results.ts'
import type { RunPlaceId } from './runs.ts'
import { findQuestion } from './store/question-store.ts'

/** One query of an outcome, run again. */
interface Side {
  shown: RerunSide
  /** All rows. Null if there are none to compare. */
  result: (Pick<CollectedResult, 'columns' | 'rows'> & { isOrdered: boolean }) | null
}

export interface RerunService {
  /**
   * Runs both queries of an outcome again with the caller's own rights, not with those of the user of the run, and compares them.
   * @throws AppError not_found; as the checks of a preview refuse
   */
  rerun: (principal: Principal, place: RunPlaceId, questionId: string, signal: AbortSignal) => Promise<RerunEvaluation>
}

export function createRerunService(core: EvaluationCore, readable: ReadableSqlRules): RerunService {
  const { keys, now, store } = core.context

  async function sideOf(place: QueryPlace, { sql, isShortened }: ReadableSql, signal: AbortSignal): Promise<Side> {
    if (sql === null && !isShortened) return withoutRows(null, noQuery)
    if (sql === null || isShortened) return withoutRows(sql, hiddenValues)
    try {
      const { dialect } = await core.catalog.get(place.connectionId)
      const result = await runSql(place, sql, signal)
      const { ms, truncated } = result
      const { columns, results, row_count } = personView(result)
      const isCut = truncated || row_count < result.rows.length
      const shown = { sql_query: sql, columns, results, row_count: result.rows.length, truncated: isCut }
      return {
        shown: { ...shown, database_ms: ms, error: null },
        result: truncated ? null : { ...result, isOrdered: ordersRows(sql, dialect) },
      }
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error
      return withoutRows(sql, error.text)
    }
  }

  /** Expected rows that a user entered are shown only to that user. */
  async function enteredRows(principal: Principal, setId: string, row: EvaluationResultRow): Promise<Side> {
    const question = await findQuestion(store.db, setId, row.question_id)
    const sealed = question?.expected_rows ?? null
    if (question === null || sealed === null) return withoutRows(null, changedSince)
    if (question.author_id !== principal.userId) return withoutRows(null, authorsRows)
    return sideOfRows(openRows(keys, question.id, sealed))
  }

  return {
    rerun: async (principal, { areaId, runId }, questionId, signal) => {
      const run = await core.requireRun(principal, areaId, runId)
      const row = await requireResult(core, runId, questionId)
      const { person, connectionId, door } = await core.ownPlace(principal, areaId, run.connection_id)
      const place: QueryPlace = { principal: person, connectionId, areaId, door, today: run.today }
      const sql = await readableResult(readable, principal, { areaId, run, row })
      const actual = await sideOf(place, sql.actual, signal)
      const expected =
        row.expected_sql === null
          ? await enteredRows(principal, run.set_id, row)
          : await sideOf(place, sql.expected, signal)
      const isKnown = sql.mayReadRun && actual.result !== null && row.actual_hash !== null
      return {
        ran_at: now().toISOString(),
        today: run.today,
        expected: expected.shown,
        actual: actual.shown,
        difference: differenceOf(expected, actual),
        is_as_in_run:
          isKnown && actual.result !== null
            ? hashOf(keys, `${runId} ${questionId}`, actual.result) === row.actual_hash
            : null,
      }
    },
  }
}

function differenceOf({ result: expected }: Side, { result: actual }: Side): RerunEvaluation['difference'] {
  if (expected === null || actual === null) return null
  const { comparison, reason } = judge(expected, actual, expected.isOrdered)
  const { difference } = comparison
  if (difference === null) return { is_equal: true, summary: sameRows, differing_values: 0, cells: [] }
  return {
    is_equal: false,
    summary: reason ?? sameRows,
    differing_values: difference.differentCells,
    cells: difference.cells.map(({ row, column, foundRow, foundColumn }) => ({
      row,
      column,
      actual_row: foundRow,
      actual_column: foundColumn,
    })),
  }
}

function sideOfRows(rows: ExpectedRows): Side {
  const columns = resultOfRows(rows).columns.map(({ name, kind }) => ({ name, kind, dataType: '' }))
  const result = { columns, rows: rows.rows, isOrdered: rows.ordered }
  const counts = { row_count: rows.rows.length, truncated: false, database_ms: null, error: null }
  return { shown: { sql_query: null, columns, results: rows.rows, ...counts }, result }
}

function withoutRows(sql: string | null, error: Message): Side {
  const nothing = { columns: [], results: [], row_count: 0, truncated: false, database_ms: null }
  return { shown: { sql_query: sql, ...nothing, error }, result: null }
}

const sameRows = message('Same as expected')
const noQuery = message('There was no query.')
const hiddenValues = message('This query contains values that you are not allowed to read, so it cannot run as you.')
const authorsRows = message('Only their author can see the expected rows.')
const changedSince = message('The expected rows were changed or deleted after this run.')

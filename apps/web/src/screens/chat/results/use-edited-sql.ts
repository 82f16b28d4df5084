import type { FullResultsRequest, FullResultsResponse } from '@parlance/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runSql } from '../../../api/query.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'

/** Why edited SQL did not run, and at which character it was refused; null if unknown. */
export interface Refusal {
  text: string
  position: number | null
}

/** A user's edits of an answer's SQL. */
export interface EditedSql {
  text: string
  /** The result of the last run; null before the first. */
  result: SqlResult | null
  refusal: Refusal | null
}

/**
 * Identifies an answer's result, because each result of an answer has its own edits. The newest one has the same ID
 * before and after its rows arrive, so that SQL can be edited while its query runs.
 */
export function resultIdOf({ id, sqlResult, results }: Pick<ChatMessage, 'id' | 'sqlResult' | 'results'>): string {
  const step = sqlResult?.step ?? null
  return step === null || step === results.at(-1)?.step ? id : `${id} ${step}`
}

/** The edited SQL of answers and its runs, by result, for as long as the screen is open. */
export function useEditedSql() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Record<string, EditedSql>>({})
  const [runningId, setRunningId] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const change = (resultId: string, part: Partial<EditedSql>) =>
    setEdited((all) => {
      const before = all[resultId]
      return before === undefined ? all : { ...all, [resultId]: { ...before, ...part } }
    })
  return {
    of: (resultId: string): EditedSql | null => edited[resultId] ?? null,
    runningId,
    begin: (resultId: string, text: string) =>
      setEdited((all) => ({ [resultId]: { text, result: null, refusal: null }, ...all })),
    change,
    /** Restores the answer's own SQL and rows. */
    end: (resultId: string) => {
      if (runningId === resultId) running.current?.abort()
      setEdited(({ [resultId]: _ended, ...others }) => others)
    },
    cancel: () => running.current?.abort(),
    /** Runs the text; resolves to whether rows came back. */
    run: async (resultId: string, request: FullResultsRequest): Promise<boolean> => {
      if (running.current !== null) return false
      const stop = new AbortController()
      running.current = stop
      setRunningId(resultId)
      change(resultId, { refusal: null })
      try {
        change(resultId, { result: resultOfRun(await runSql(request, stop.signal)) })
        return true
      } catch (error) {
        if (!stop.signal.aborted) {
          const text = describeError(error, t('Could not run the query. Try again.'))
          change(resultId, { refusal: { text, position: refusedAt(error, request.sql_query) } })
        }
        return false
      } finally {
        running.current = null
        setRunningId(null)
      }
    },
  }
}

export type EditedSqls = ReturnType<typeof useEditedSql>

function resultOfRun(answer: FullResultsResponse): SqlResult {
  return {
    step: null,
    sql: answer.query,
    display_sql: answer.display_sql ?? answer.query,
    columns: answer.columns,
    rows: answer.results,
    parameter_mapping: {},
    has_parameters: false,
    notExecuted: false,
    truncated: answer.truncated,
    totalRows: answer.truncated ? null : answer.results.length,
    displayedRows: answer.results.length,
    dataSharingDisabled: false,
    message: null,
    receipt: answer.receipt,
    executedSql: answer.executed_sql ?? null,
    databaseMs: answer.database_ms ?? null,
    sourceName: null,
    display: null,
    look: null,
    computedFrom: null,
    isSample: false,
    understood: null,
    warnings: [],
    chart: null,
  }
}

/** The position from the server, or else of the first name in its message that the SQL contains. */
export function refusedAt(error: unknown, sql: string): number | null {
  if (!(error instanceof ApiError)) return null
  const { body } = error
  if (typeof body === 'object' && body !== null && 'position' in body && typeof body.position === 'number') {
    return body.position
  }
  const named = /["'‘“`]([^"'‘“’”`\s]+)["'’”`]/.exec(error.serverText ?? '')?.[1]
  const found = named === undefined ? -1 : sql.toLowerCase().indexOf(named.toLowerCase())
  return found < 0 ? null : found
}

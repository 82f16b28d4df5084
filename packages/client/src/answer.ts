import type { Cell, ResultColumn, ToolResponse, TurnEvent } from './api.generated.ts'
import { ParlanceError } from './errors.ts'

/** The answer to one question. */
export interface Answer {
  /** The ID of the question and its answer. */
  turnId: string
  text: string
  /** The SQL as it was written; null without a query. */
  sql: string | null
  /** The SQL as the database ran it with all rules; null without a query, and for those who may not see the rules. */
  executedSql: string | null
  columns: ResultColumn[]
  rows: Cell[][]
  /** Whether there are more rows. */
  truncated: boolean
  /** How the question was understood; null if it wasn't. */
  understood: { reading: string; assumptions: string[] } | null
  /** What the query read and which rules applied, in sentences. */
  receipt: string[]
  /** Other meanings of the question, each as a question to ask instead. */
  readings: { label: string; question: string }[]
  /** Questions to ask next. */
  followUps: string[]
}

/**
 * Reads the answer from all events of its turn. Of several results, the one that the answer shows counts, else the last.
 * @throws ParlanceError if the turn failed or was cancelled
 */
export function answerOf(turnId: string, events: readonly TurnEvent[]): Answer {
  const end = events.findLast(({ final }) => final === true)
  if (end?.type !== 'final') throw failureOf(end)
  const responses = events.flatMap(responsesOf)
  const withRows = responses.filter(({ success, results }) => success && results !== undefined)
  const shown = end.step === undefined ? undefined : withRows.findLast(({ step }) => step === end.step)
  const result = shown ?? withRows.at(-1)
  const understood =
    shown?.understood ?? responses.findLast((response) => response.understood !== undefined)?.understood ?? null
  return {
    turnId,
    text: textOf(end),
    sql: result?.display_sql ?? result?.sql_query ?? null,
    executedSql: result?.executed_sql ?? null,
    columns: result?.columns ?? [],
    rows: result?.results ?? [],
    truncated: result?.truncated ?? false,
    understood: understood && { reading: understood.reading, assumptions: understood.assumptions },
    receipt: result?.receipt?.sentences ?? [],
    readings: (end.readings ?? []).map(({ label, question }) => ({ label, question })),
    followUps: end.follow_ups ?? [],
  }
}

function failureOf(end: TurnEvent | undefined): ParlanceError {
  const isCancelled = end?.type === 'cancelled'
  return new ParlanceError(end?.detail ?? end?.message ?? 'The answer is incomplete.', {
    status: null,
    code: isCancelled ? 'cancelled' : (end?.code ?? 'unknown'),
    requestId: null,
  })
}

function responsesOf({ content }: TurnEvent): ToolResponse[] {
  return (content?.parts ?? []).flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response] : []))
}

function textOf({ content }: TurnEvent): string {
  return (content?.parts ?? []).map((part) => ('text' in part ? part.text : '')).join('')
}

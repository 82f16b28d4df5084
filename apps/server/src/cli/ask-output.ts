import { formatMessage, visibleText, type ResultColumn, type Row, type UsedDefinition } from '@parlance/contract'
import type { TurnAnswer } from '../agent/contract.ts'
import type { AskArguments } from './ask-arguments.ts'
import { formatTable } from './print-table.ts'

const printedRows = 50

/** An answer with the command line's additions: who gave it and how long it took. */
export interface Asked {
  question: string
  answer: TurnAnswer
  provider: string
  /** Milliseconds from the question to the answer. */
  ms: number
}

/** An answer of this process or of another server, as it is printed. */
export interface PrintedAnswer extends Pick<Asked, 'question' | 'provider' | 'ms'> {
  text: string
  /** Null without a query. */
  sql: string | null
  columns: ResultColumn[]
  rows: Row[]
  truncated: boolean
  /** False if the question was not understood; the text then says what is missing. */
  isUnderstood: boolean
  understood: { reading: string; assumptions: string[] } | null
  /** Empty if none were used. */
  definitions: readonly Pick<UsedDefinition, 'kind' | 'name' | 'version'>[]
  followUps: string[]
  /** Other meanings of the question. */
  readings: { label: string; question: string }[]
}

/** An answer of this process, as it is printed. */
export function printedAnswer({ question, answer, provider, ms }: Asked): PrintedAnswer {
  const { result } = answer
  return {
    question,
    text: formatMessage(answer.text),
    sql: result?.sql ?? null,
    columns: result?.result.columns ?? [],
    rows: result?.result.rows ?? [],
    truncated: result?.result.truncated ?? false,
    isUnderstood: answer.understood,
    understood: result?.understood ?? null,
    definitions: result?.definitions ?? [],
    followUps: answer.followUps,
    readings: answer.readings,
    provider,
    ms,
  }
}

/** The text for standard output. */
export function renderAnswer(answer: PrintedAnswer, { json, sqlOnly }: Pick<AskArguments, 'json' | 'sqlOnly'>): string {
  if (json) return JSON.stringify(asJson(answer))
  if (sqlOnly && answer.sql !== null) return answer.sql
  return visibleText(answer.isUnderstood ? renderText(answer) : renderNotUnderstood(answer))
}

function asJson({ question, sql, columns, rows, text, provider, ms, ...rest }: PrintedAnswer) {
  const { isUnderstood, definitions, truncated, followUps, readings } = rest
  const { reading, assumptions } = rest.understood ?? { reading: question, assumptions: [] }
  return {
    question,
    sql,
    columns: columns.map((column) => column.name),
    rows,
    text,
    understood: isUnderstood ? { reading, assumptions } : null,
    ...(definitions.length > 0
      ? { definitions: definitions.map(({ kind, name, version }) => ({ kind, name, version })) }
      : {}),
    provider,
    ms,
    ...(truncated ? { truncated: true } : {}),
    ...(followUps.length > 0 ? { suggestions: followUps } : {}),
    ...(readings.length > 0
      ? { readings: readings.map(({ label, question: again }) => ({ label, question: again })) }
      : {}),
  }
}

function renderText({ sql, text, columns, rows, truncated, understood, definitions, ms }: PrintedAnswer): string {
  if (sql === null) return text
  const shown = rows.slice(0, printedRows)
  const parts = [indent(sql), '', formatTable(columns, shown), countLine(rows.length, shown.length, truncated, ms), '']
  if (understood !== null) {
    parts.push(`Understood: ${understood.reading}`)
    for (const assumption of understood.assumptions) parts.push(`  - ${assumption}`)
    parts.push('')
  }
  if (definitions.length > 0) parts.push(`Definitions: ${definitions.map(definitionText).join(', ')}`, '')
  return [...parts, text].join('\n')
}

/** 'Net revenue (metric, version 3)'. One that is only in a draft has no version. */
function definitionText({ kind, name, version }: PrintedAnswer['definitions'][number]): string {
  return `${name} (${version === null ? kind : `${kind}, version ${version}`})`
}

function countLine(total: number, shown: number, truncated: boolean, ms: number): string {
  if (total > shown && truncated) return `(first ${shown} of more than ${total} rows, ${ms} ms; --json prints ${total})`
  if (total > shown) return `(first ${shown} of ${total} rows, ${ms} ms; --json prints all rows)`
  if (truncated) return `(more than ${total} rows, ${ms} ms)`
  return total === 1 ? `(1 row, ${ms} ms)` : `(${total} rows, ${ms} ms)`
}

function renderNotUnderstood({ text, readings, followUps }: PrintedAnswer): string {
  const choices = readings.map((reading) => `  ${reading.label}: ${reading.question}`)
  const suggestions = followUps.map((question) => `  ${question}`)
  return [
    text,
    ...(choices.length > 0 ? ['', 'Did you mean:', ...choices] : []),
    ...(suggestions.length > 0 ? ['', 'Try one of these:', ...suggestions] : []),
  ].join('\n')
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}

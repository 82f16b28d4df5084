import { formatMessage, visibleText, type UsedDefinition } from '@parlance/contract'
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

/** The text for standard output. */
export function renderAnswer(asked: Asked, { json, sqlOnly }: Pick<AskArguments, 'json' | 'sqlOnly'>): string {
  if (json) return JSON.stringify(asJson(asked))
  if (sqlOnly && asked.answer.result) return asked.answer.result.sql
  return visibleText(asked.answer.understood ? renderText(asked) : renderNotUnderstood(asked.answer))
}

function asJson({ question, answer, provider, ms }: Asked) {
  const { result } = answer
  const text = formatMessage(answer.text)
  const { reading, assumptions } = result?.understood ?? { reading: text, assumptions: [] }
  return {
    question,
    sql: result?.sql ?? null,
    columns: result?.result.columns.map((column) => column.name) ?? [],
    rows: result?.result.rows ?? [],
    text,
    understood: answer.understood ? { reading, assumptions } : null,
    ...(result?.definitions === undefined
      ? {}
      : { definitions: result.definitions.map(({ kind, name, version }) => ({ kind, name, version })) }),
    provider,
    ms,
    ...(result?.result.truncated ? { truncated: true } : {}),
    ...(answer.followUps.length > 0 ? { suggestions: answer.followUps } : {}),
    ...(answer.readings.length > 0
      ? { readings: answer.readings.map(({ label, question: again }) => ({ label, question: again })) }
      : {}),
  }
}

function renderText({ answer, ms }: Asked): string {
  const { result } = answer
  if (!result) return formatMessage(answer.text)
  const { columns, rows, truncated } = result.result
  const shown = rows.slice(0, printedRows)
  const parts = [
    indent(result.sql),
    '',
    formatTable(columns, shown),
    countLine(rows.length, shown.length, truncated, ms),
    '',
  ]
  if (result.understood) {
    parts.push(`Understood: ${result.understood.reading}`)
    for (const assumption of result.understood.assumptions) parts.push(`  - ${assumption}`)
    parts.push('')
  }
  if (result.definitions !== undefined)
    parts.push(`Definitions: ${result.definitions.map(definitionText).join(', ')}`, '')
  return [...parts, formatMessage(answer.text)].join('\n')
}

/** 'Net revenue (metric, version 3)'. One that is only in a draft has no version. */
function definitionText({ kind, name, version }: UsedDefinition): string {
  return `${name} (${version === null ? kind : `${kind}, version ${version}`})`
}

function countLine(total: number, shown: number, truncated: boolean, ms: number): string {
  if (total > shown && truncated) return `(first ${shown} of more than ${total} rows, ${ms} ms; --json prints ${total})`
  if (total > shown) return `(first ${shown} of ${total} rows, ${ms} ms; --json prints all rows)`
  if (truncated) return `(more than ${total} rows, ${ms} ms)`
  return total === 1 ? `(1 row, ${ms} ms)` : `(${total} rows, ${ms} ms)`
}

function renderNotUnderstood(answer: TurnAnswer): string {
  const choices = answer.readings.map((reading) => `  ${reading.label}: ${reading.question}`)
  const suggestions = answer.followUps.map((question) => `  ${question}`)
  return [
    formatMessage(answer.text),
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

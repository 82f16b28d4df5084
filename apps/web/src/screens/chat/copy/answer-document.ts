import { visibleText, withoutHiddenSigns, type Cell, type ResultColumn, type Row } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { fractionDigits, shownCellText } from '../../../lib/cell-text.ts'
import { markdown } from '../../../lib/copy-cells.ts'
import { formatMoment } from '../../../lib/format.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'

/** An answer with what it means outside of its conversation. */
export interface AnswerDocument {
  question: string
  /** The answer in words; Markdown. */
  text: string
  result: SqlResult | null
  /** 'Source: Sample Shop · Sales · Definitions: Net revenue (version 3) · Nov 3, 2026, 9:05 AM'. */
  source: string
}

/** Where the rows of an answer come from. */
export interface AnswerPlace {
  question: string
  /** The database or the attached file; null if unknown. */
  sourceName: string | null
  /** Null if the question may use all tables. */
  areaName: string | null
}

export function documentOf(message: ChatMessage, place: AnswerPlace, t: TFunction): AnswerDocument {
  const { sqlResult } = message
  const hasRows = sqlResult !== null && !sqlResult.notExecuted && sqlResult.columns.length > 0
  const own = hasRows ? [place.sourceName, place.areaName, definitionsText(sqlResult, t)] : []
  const parts = [...own, formatMoment(message.timestamp)]
  const source = parts.filter((part) => part !== null && part !== '').join(' · ')
  return {
    question: place.question,
    text: withoutHiddenSigns(shownText(t, message.ownContent ?? message.content)),
    result: hasRows ? sqlResult : null,
    source: hasRows && place.sourceName !== null ? t('Source: {source}', { source }) : source,
  }
}

/** 'Definitions: Net revenue (version 3), Active customers (version 1)'; null if the rows used none. */
function definitionsText({ receipt }: SqlResult, t: TFunction): string | null {
  const names = (receipt?.definitions ?? []).map(({ name, version }) =>
    version === null ? name : t('{name} (version {version, number})', { name, version }),
  )
  return names.length === 0 ? null : t('Definitions: {names}', { names: names.join(', ') })
}

/** The first rows of a result, with their cells as the grid shows them. */
export interface ShownRows {
  columns: ResultColumn[]
  rows: Row[]
  textOf: (cell: Cell, column: number) => string
}

export function shownRows(result: SqlResult, most: { rows: number; columns: number }): ShownRows {
  const columns = result.columns.slice(0, most.columns)
  const digits = columns.map((column, index) => fractionDigits(column, index, result.rows))
  return {
    columns,
    rows: result.rows.slice(0, most.rows),
    textOf: (cell, index) => {
      const column = columns[index]
      return column === undefined ? '' : shownCellText(cell, column, digits[index] ?? null)
    },
  }
}

/** Says how many rows are left out; null if none are. */
export function leftOut(result: SqlResult, shown: ShownRows, t: TFunction): string | null {
  const total = result.truncated ? result.totalRows : Math.max(result.totalRows ?? 0, result.rows.length)
  if (!result.truncated && shown.rows.length >= result.rows.length) return null
  if (total === null || total <= shown.rows.length)
    return t('The first {n, plural, one {row} other {# rows}}.', { n: shown.rows.length })
  return t('{n, number} of {total, number} rows.', { n: shown.rows.length, total })
}

/** More rows than these are left out of a copied answer. */
const markdownRows = 50
const copiedColumns = 30

/** An answer as Markdown: its words, rows, SQL, source, and date. */
export function answerMarkdown({ question, text, result, source }: AnswerDocument, t: TFunction): string {
  const title = question === '' ? [] : [`**${withoutLines(visibleText(question))}**`]
  if (result === null) return [...title, text, source].filter((part) => part !== '').join('\n\n')
  const shown = shownRows(result, { rows: markdownRows, columns: copiedColumns })
  const note = leftOut(result, shown, t)
  return [
    ...title,
    text,
    ...(shown.rows.length > 0 ? [markdown(shown.columns, shown.rows, shown.textOf)] : []),
    ...(note === null ? [] : [`*${note}*`]),
    `${fence(result.display_sql)}sql\n${result.display_sql}\n${fence(result.display_sql)}`,
    source,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function withoutLines(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A fence that the SQL itself does not contain. */
function fence(sql: string): string {
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  return '`'.repeat(longest + 1)
}

import type { SqlDialect } from '@parlance/contract'

/** Dialects in which double quotes enclose a text, and a backslash takes the next sign as it is. */
const looseDialects: SqlDialect[] = ['mysql', 'bigquery']
/** Words, moments and patterns of date functions: they are the query's own and no row's. */
const ownTexts = [
  /^(now|utc|localtime)?$/i,
  /^(19|20)\d\d(-\d\d){0,2}([T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/,
  /^(%[A-Za-z]|[-:/., ])+$/,
  /^(YYYY|YY|MM|DD|HH24|HH12|HH|MI|SS|IYYY|IW|Mon|Month|[-:/., ])+$/i,
  /^([-+]?\d{1,4} )?(start of )?(second|minute|hour|day|week|month|quarter|year)s?$/i,
]
const longestPlainNumber = 2
const year = /^(19|20)\d\d$/

/**
 * The query without values that its question does not name: what a model found by looking at rows one person may see
 * must not reach another by an example. Null when the text cannot be told apart from its values.
 */
export function withoutValues(sql: string, question: string, dialect: SqlDialect): string | null {
  const asked = question.toLowerCase()
  const isLoose = looseDialects.includes(dialect)
  let rest = sql
  let safe = ''
  while (rest !== '') {
    const token = nextToken(rest, isLoose)
    if (token === null) return null
    safe += keep[token.kind](token.text, asked)
    rest = rest.slice(token.text.length)
  }
  return safe
}

const keep: Record<Token['kind'], (text: string, asked: string) => string> = {
  text: textWithout,
  number: numberWithout,
  comment: () => ' ',
  other: (text) => text,
}

interface Token {
  kind: 'text' | 'number' | 'comment' | 'other'
  text: string
}

const plainText = /^'(?:[^']|'')*'/
const looseText = /^'(?:[^'\\]|''|\\[\s\S])*'|^"(?:[^"\\]|""|\\[\s\S])*"/
const name = /^"(?:[^"]|"")*"|^`[^`]*`|^\[[^\]]*\]|^[\p{L}_@:#$][\p{L}\p{M}\p{N}_$#@]*/u
const comment = /^--[^\n]*|^\/\*[\s\S]*?\*\//
const number = /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/
const dollarText = /^\$(\w*)\$[\s\S]*?\$\1\$/

function nextToken(sql: string, isLoose: boolean): Token | null {
  const text = (isLoose ? looseText : plainText).exec(sql)?.[0] ?? dollarText.exec(sql)?.[0]
  if (text !== undefined) return { kind: 'text', text }
  // E'…' and N'…' have their letter before the quote; a backslash in them would need rules of its own.
  if (/^[eExXbB]'/.test(sql)) return null
  const said = comment.exec(sql)?.[0]
  if (said !== undefined) return { kind: 'comment', text: said }
  const other = name.exec(sql)?.[0]
  if (other !== undefined) return { kind: 'other', text: other }
  const digits = number.exec(sql)?.[0]
  if (digits !== undefined) return { kind: 'number', text: digits }
  const sign = sql[0] ?? ''
  return sign === "'" || (sign === '"' && isLoose) ? null : { kind: 'other', text: sign }
}

function textWithout(literal: string, asked: string): string {
  const value = literal.slice(1, -1).replaceAll("''", "'")
  const bare = value.replaceAll(/^[%_*]+|[%_*]+$/g, '').toLowerCase()
  return literal.startsWith('$') || !(ownTexts.some((own) => own.test(value)) || isNamed(bare, asked)) ? "'?'" : literal
}

/** A single letter would be found in every question. */
function isNamed(bare: string, asked: string): boolean {
  return bare.length > 1 && asked.includes(bare)
}

function numberWithout(digits: string, asked: string): string {
  if (digits.length <= longestPlainNumber || year.test(digits)) return digits
  return asked.replaceAll(/[,' ]/g, '').includes(digits) ? digits : '0'
}

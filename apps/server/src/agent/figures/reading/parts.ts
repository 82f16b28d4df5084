import { columnsNamed } from '../columns-named.ts'
import type { FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import type { Statement } from '../statement.ts'
import type { Token } from './token.ts'

/** A part of a sentence that makes one claim. */
export interface Part extends Clause {
  tokens: readonly Token[]
}

const claiming: ReadonlySet<Token['kind']> = new Set([
  'degree',
  'comparative',
  'move',
  'figure',
  'every',
  'none',
  'same',
  'next',
  'most',
  'range',
])

/** Splits a sentence where another claim begins. What claims nothing belongs to the claim before, or to the first one. */
export function partsOf(statement: Statement, tokens: readonly Token[]): Part[] {
  const { length } = statement.text
  const pieces: { tokens: Token[]; start: number }[] = [{ tokens: [], start: 0 }]
  for (const token of tokens) {
    if (token.kind === 'break') pieces.push({ tokens: [], start: token.start })
    else if (token.kind === 'next') pieces.push({ tokens: [token], start: token.start })
    else pieces.at(-1)?.tokens.push(token)
  }
  const parts: { tokens: Token[]; start: number }[] = []
  let waiting: Token[] = []
  let from: number | null = null
  for (const piece of pieces) {
    if (isFigureOf(statement, parts.at(-1)?.tokens, piece.tokens)) parts.at(-1)?.tokens.push(...piece.tokens)
    else if (piece.tokens.some(({ kind }) => claiming.has(kind))) {
      parts.push({ tokens: [...waiting, ...piece.tokens], start: from ?? piece.start })
      waiting = []
      from = null
    } else if (parts.length === 0) {
      waiting.push(...piece.tokens)
      from ??= piece.start
    } else parts.at(-1)?.tokens.push(...piece.tokens)
  }
  if (waiting.length > 0) parts.push({ tokens: waiting, start: from ?? 0 })
  return parts.map(({ tokens: own, start }, at) => ({ tokens: own, start, end: parts[at + 1]?.start ?? length }))
}

/** “the most, with 12”, “the lowest (3)”: the figure belongs to the claim before. */
function isFigureOf(statement: Statement, before: readonly Token[] | undefined, tokens: readonly Token[]): boolean {
  const written = tokens.map(({ kind }) => kind).join(' ')
  const isPair = written === 'figure than figure' || written === 'figure to figure'
  const hasMove = before?.some(({ kind }) => kind === 'move') && !before.some(({ kind }) => kind === 'figure')
  // “…, from 20 in May to 12 in June”.
  if (hasMove) return !before?.some(({ kind }) => kind === 'from') && fromTo.test(written)
  const figures = before?.filter((token) => token.kind === 'figure') ?? []
  // “twice as many as B (10 vs. 5)”.
  if (isPair && figures.length === 1 && figures[0]?.mention.kind === 'ratio')
    return before?.some(({ kind }) => kind === 'than') === true
  const last = before?.find(({ kind }) => kind === 'degree' || kind === 'comparative')
  return (
    last !== undefined &&
    !before?.some(({ kind }) => kind === 'figure') &&
    tokens.some(({ kind }) => kind === 'figure') &&
    !areApart(columnsOf(statement, before ?? []), columnsOf(statement, tokens)) &&
    (tokens.every(({ kind }) => kind === 'figure' || kind === 'column' || kind === 'only') ||
      (last.kind === 'comparative' && isPair))
  )
}

const fromTo = /^from figure(?: rows)? to figure(?: rows)?$/

function columnsOf({ words, facts }: Statement, tokens: readonly Token[]): FactColumn[] {
  const own = words.filter(({ start }) => tokens.some((token) => token.kind === 'column' && token.start === start))
  return columnsNamed(own, facts.numbers)
}

/** “the most orders, with only 5 returns”: the figure is of another column. */
function areApart(one: readonly FactColumn[], other: readonly FactColumn[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((column) => other.includes(column))
}

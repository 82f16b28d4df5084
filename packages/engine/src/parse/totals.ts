import { likely, quality } from '../match/quality.ts'
import { singular } from '@parlance/retrieval'
import type { AggregateFunction } from '../query.ts'
import type { ColumnModel } from '../schema/model.ts'
import { isMeasurable } from '../schema/roles.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention, Item } from './draft.ts'
import { keywordAt, noteTable, tableMention, type Parser } from './parser.ts'
import { measure } from './measures.ts'

/**
 * 'total of orders', 'total payments', 'total products sold', 'total orders': an amount, a quantity, or a number of
 * rows.
 */
export function totalOf(parser: Parser, owner: Chunk, at: number): Item[] | null {
  const text = owner.text.toLowerCase()
  const isSingular = singular(text) === text
  const isAmount = /(?: of|amount.*)$/i.test(parser.chunks[at]?.text ?? '') || isMoney(owner)
  const summed = isAmount ? totalColumn(parser, owner) : null
  if (summed !== null) return [{ kind: 'aggregate', fn: 'sum', of: summed, at }]
  if (isSingular) return null
  const table = tableMention(parser, owner)
  parser.at++
  noteTable(parser, table)
  const sold = keywordAt(parser, 'measure')?.of === 'quantity' ? measure(parser) : null
  return sold === null
    ? [{ kind: 'count', of: table, distinct: false, at }]
    : [{ kind: 'aggregate', fn: 'sum', of: sold, at }]
}

const moneyTables = new Set(['payment', 'sale', 'expense', 'donation', 'refund', 'cost', 'fee', 'salary', 'budget'])

/** 'total payments' means their amounts, 'total orders' their number. */
function isMoney(chunk: Chunk): boolean {
  return chunk.tables.some(({ table, quality: match }) => match >= likely && moneyTables.has(table.words.at(-1) ?? ''))
}

const amountWords = ['total', 'amount']

function isAtEdge({ words }: ColumnModel, word: string): boolean {
  return words[0] === word || words.at(-1) === word
}

/** 'average rating' of a table of ratings: the numbers of their only column with amounts, or of the one named like it. */
export function ofOnlyNumber(
  parser: Parser,
  owner: Chunk,
  fns: readonly AggregateFunction[],
  at: number,
): Item[] | null {
  if (fns.some((fn) => fn !== 'avg' && fn !== 'median')) return null
  const candidates = owner.tables.flatMap(({ table, quality: fit }) => {
    const amounts = table.columns.filter(isMeasurable)
    const alike = amounts.filter((one) => isAtEdge(one, table.words.at(-1) ?? ''))
    const [only, other] = alike.length > 0 ? alike : amounts
    return fit < likely || only === undefined || other !== undefined
      ? []
      : [{ column: only, quality: Math.min(fit, quality.keyName) }]
  })
  if (candidates.length === 0) return null
  const mention = { ...tableMention(parser, owner) }
  parser.at++
  noteTable(parser, mention)
  const of: ColumnMention = {
    kind: 'column',
    text: owner.text,
    candidates,
    owner: mention,
    about: null,
    at: mention.at,
  }
  return fns.map((fn) => ({ kind: 'aggregate', fn, of, at }))
}

/** 'total of orders' adds up the orders' own total column. */
export function totalColumn(parser: Parser, chunk: Chunk): ColumnMention | null {
  const columns = chunk.tables.flatMap(({ table }) =>
    table.columns.filter((one) => isMeasurable(one) && amountWords.some((word) => isAtEdge(one, word))),
  )
  if (columns.length === 0) return null
  const owner = tableMention(parser, chunk)
  parser.at++
  noteTable(parser, owner)
  return {
    kind: 'column',
    text: `total of ${chunk.text}`,
    candidates: columns.map((one) => ({ column: one, quality: 1 })),
    owner,
    about: null,
    at: owner.at,
  }
}

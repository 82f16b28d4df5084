import { stem } from '@parlance/retrieval'
import { certain, likely } from '../match/quality.ts'
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { stateOf, stateOfNoun, type State } from '../lexicon/states.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Item, TableMention } from './draft.ts'
import { addCondition, bestColumn, bestTable, peek, type Parser } from './parser.ts'

const rateNouns = new Set(questions.rateNouns)

/** Whether a rate is at the cursor: 'return rate' isn't an order to return something. */
export function startsRate(parser: Parser): boolean {
  const [chunk, noun] = [peek(parser), peek(parser, 1)]
  return chunk !== null && noun !== null && isRate(noun) && stateBehind(chunk) !== null
}

/** 'no-show rate', 'cancellation rate': the share of the rows that have a value or are in a state. */
export function rateItem(parser: Parser): Item | null {
  const [chunk, noun] = [peek(parser), peek(parser, 1)]
  if (chunk === null || noun === null || !isRate(noun) || chunk.quoted) return null
  const { at } = parser
  const values = chunk.values.filter(({ column }) => column.kind === 'text')
  const state = values.length > 0 ? null : stateBehind(chunk)
  if (values.length === 0 && state === null) return null
  parser.at += 2
  parser.draft.partAt = at
  if (state !== null) {
    addCondition(parser, { kind: 'state', word: chunk.text, text: chunk.text, state, of: null, negated: false, at })
    return { kind: 'share', of: { kind: 'count', of: null, distinct: false, at }, at }
  }
  addCondition(parser, {
    kind: 'one of',
    left: null,
    values: [{ kind: 'values', text: chunk.text, matches: values }],
    every: null,
    negated: false,
    at,
  })
  const tables = [...new Set(values.map(({ column }) => column.table))]
  const rows: TableMention = {
    kind: 'table',
    text: tables[0]?.spoken ?? chunk.text,
    candidates: tables.map((table) => ({ table, quality: 1 })),
    at,
  }
  parser.draft.subject = rows
  return { kind: 'share', of: { kind: 'count', of: rows, distinct: false, at }, at }
}

/** 'rate', unless it names a column. */
function isRate(chunk: Chunk): boolean {
  return chunk.tokens.length === 1 && rateNouns.has(chunk.tokens[0]?.word ?? '') && bestColumn(chunk) < certain
}

/** The state that a word before 'rate' is about; null if it rather names something else. */
function stateBehind(chunk: Chunk): State | null {
  const word = chunk.tokens.length === 1 ? (chunk.tokens[0]?.lower ?? '') : ''
  const state = stateOf(word) ?? stateOfNoun(word) ?? stateOfNoun(stem(word))
  if (state === null || bestTable(chunk) >= likely) return null
  return state
}

import { message } from '@parlance/contract'
import { stem } from '@parlance/retrieval'
import type { Keyword } from '../lexicon/keywords.ts'
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { chunksOf, type Chunk } from '../match/chunks.ts'
import { matchPhrase } from '../match/phrases.ts'
import { nearNames, relatedNames } from './near-names.ts'
import { nearValues } from './near-values.ts'
import type { ValueIndex } from '../match/values.ts'
import { edited, type Context, type Rule, type RuleName, type Variant } from './variant.ts'

/** What a change costs at least: variants with a lower sum are read first. */
const cost = { narrow: 1, reread: 1, near: 2, 'near value': 2, split: 3, skip: 4 } as const satisfies Record<
  RuleName,
  number
>

/** The number of meanings of one chunk that are tried one by one. */
const mostMeanings = 4

/** Function words that say too much to leave them out. */
const telling = new Set<Keyword['kind']>([
  'not',
  'without',
  'missing',
  'present',
  'compare',
  'between',
  'superlative',
  'aggregate',
  'average',
  'share',
  'measure',
  'after-number',
  'direction',
  'like',
  'both',
  'or',
  'than',
  'depleted',
])

/** Whether the question would ask for something else without a chunk: a value, a number, or what must be compared. */
function isTelling({ quoted, number, date, values, keyword, tokens, capital, tables, columns }: Chunk): boolean {
  if (capital && tokens[0]?.start !== 0 && tables.length + columns.length === 0) return true
  return (
    quoted || number !== null || date !== null || values.length > 0 || (keyword !== null && telling.has(keyword.kind))
  )
}

/** 'schools that are public': an adjective alone behind 'are' is all that its clause says; 'was formed' says less. */
function isPredicate({ chunks }: Variant, at: number): boolean {
  const [before, chunk, after] = [chunks[at - 1], chunks[at], chunks[at + 1]]
  if (chunk === undefined || chunk.tables.length + chunk.columns.length > 0) return false
  const isEnd = after === undefined || ['end', 'and', 'or', 'comma'].includes(after.keyword?.kind ?? '')
  const isVerb = /^(?:is|are|was|were)$/i.test(before?.text ?? '')
  return isEnd && isVerb && !/(?:ed|able)$/i.test(chunk.text)
}

const timesOfDay = new Set(questions.timesOfDay)

/** 'in the morning': a condition, even if no column has it. */
function isTimeOfDay({ tokens }: Chunk): boolean {
  return tokens.some((one) => timesOfDay.has(one.word))
}

/** 'users that are logged in': a verb and the particle that belongs to it end the clause that they are. */
function isPhrasal({ chunks }: Variant, at: number): boolean {
  const [chunk, particle, after] = [chunks[at], chunks[at + 1], chunks[at + 2]]
  const isEnd = after === undefined || after.keyword?.kind === 'end'
  return isEnd && particle?.keyword?.kind === 'preposition' && /ed$/i.test(chunk?.text ?? '')
}

/** 'postal code': the word before such a name says which one is meant. */
function isTellingApart({ chunks }: Variant, at: number): boolean {
  const [chunk, next] = [chunks[at], chunks[at + 1]]
  const isWord = chunk !== undefined && chunk.keyword === null && chunk.tables.length + chunk.columns.length === 0
  return isWord && next !== undefined && next.columns.length > 0 && labels.has(next.tokens[0]?.word ?? '')
}

/** Names that many different things have. */
const labels = new Set(['id', 'code', 'number', 'date'])

/** Leaves out the chunk. */
const skip: Rule = (_, variant, at) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || isTelling(chunk) || isTimeOfDay(chunk)) return []
  if (isPredicate(variant, at) || isTellingApart(variant, at) || isPhrasal(variant, at)) return []
  const assumption = message('“{word}” was not used', { word: chunk.text })
  return [edited(variant, at, [], { rule: 'skip', how: 'word', words: '', assumption, cost: cost.skip })]
}

/** Reads the chunk by another of its meanings: as a name, a value, or a function word. */
const reread: Rule = ({ phrases }, variant, at) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || chunk.quoted) return []
  const words = chunk.tokens.map((one) => one.word)
  const hasNames = chunk.tables.length + chunk.columns.length > 0
  const { tables, columns } = hasNames ? chunk : matchPhrase(phrases, words)
  return otherMeanings(chunk, { tables, columns }, hasNames).map(({ how, ...meaning }) =>
    edited(
      variant,
      at,
      [{ ...chunk, keyword: null, tables: [], columns: [], values: [], date: null, number: null, ...meaning }],
      { rule: 'reread', how, words: null, assumption: null, cost: cost.reread },
    ),
  )
}

/** What a chunk may mean instead: one of its meanings without the others. */
function otherMeanings(
  { keyword, values, number }: Chunk,
  { tables, columns }: Pick<Chunk, 'tables' | 'columns'>,
  hasNames: boolean,
): (Partial<Chunk> & { how: string })[] {
  const isOther = keyword !== null || values.length > 0 || number !== null || !hasNames
  const hasBoth = tables.length > 0 && columns.length > 0
  return [
    ...(tables.length + columns.length > 0 && isOther ? [{ how: 'name', tables, columns }] : []),
    ...(hasBoth
      ? [
          { how: 'table', tables },
          { how: 'column', columns },
        ]
      : []),
    ...(values.length > 0 && (hasNames || keyword !== null) ? [{ how: 'value', values }] : []),
    ...(keyword !== null && hasNames ? [{ how: 'keyword', keyword }] : []),
  ]
}

/** 'less than' compares as a whole: its words alone could only be left out. */
function isComparing({ keyword }: Chunk): boolean {
  return keyword?.kind === 'compare' || keyword?.kind === 'superlative'
}

/** Splits the chunk into two at each place, or joins it with the next one into one name. */
const split: Rule = ({ question, phrases, values, today }, variant, at) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || chunk.quoted || isComparing(chunk)) return []
  const read = (tokens: Chunk['tokens']) => chunksOf({ question, tokens, phrases, values, today })
  return chunk.tokens.slice(1).map((_, before) => {
    const parts = [...read(chunk.tokens.slice(0, before + 1)), ...read(chunk.tokens.slice(before + 1))]
    return edited(variant, at, parts, { rule: 'split', how: 'parts', words: null, assumption: null, cost: cost.split })
  })
}

/** Whether words may be one of the values that aren't known; a plural isn't. */
function mayBeValue({ unread }: ValueIndex, { tokens, capital }: Chunk): boolean {
  return (capital && tokens[0]?.start !== 0) || (unread.size > 0 && tokens.every((one) => one.word === one.lower))
}

/** Reads the chunk, alone or with the next one, as a name that it nearly is. */
const near: Rule = ({ phrases, values }, variant, at) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || chunk.quoted || chunk.number !== null) return []
  const next = variant.chunks[at + 1]
  const before = variant.chunks[at - 1]
  const spans = [
    { from: at, parts: [chunk] },
    ...(next === undefined ? [] : [{ from: at, parts: [chunk, next] }]),
    ...(before === undefined ? [] : [{ from: at - 1, parts: [before, chunk] }]),
  ]
  return spans.flatMap(({ from, parts }) => {
    const tokens = parts.flatMap((one) => one.tokens)
    const text = parts.map((one) => one.text).join(' ')
    const joined: Chunk = { ...chunk, text, tokens, keyword: null, values: [], date: null }
    const names = [...nearNames(phrases, joined), ...(mayBeValue(values, joined) ? [] : relatedNames(phrases, joined))]
    return names.map(({ name, how, fit, tables, columns }) =>
      edited(variant, from, [{ ...joined, tables, columns }], {
        rule: 'near',
        how,
        words: name,
        nearness: { fit, isClear: names.every((one) => one.name === name || one.fit < fit) },
        assumption: message('“{word}” is interpreted as {table}', { word: text, table: name }),
        cost: cost.near,
        replaced: parts.length,
      }),
    )
  })
}

/** Reads the chunk as a stored value that is nearly the same. */
const nearValue: Rule = ({ values }, variant, at) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || chunk.number !== null || chunk.keyword !== null) return []
  return nearValues(values, chunk).map(({ how, matches }) =>
    edited(variant, at, [{ ...chunk, tables: [], columns: [], values: matches }], {
      rule: 'near value',
      how,
      words: `"${String(matches[0]?.value ?? '')}"`,
      assumption: message('“{word}” is read as “{value}”', {
        word: chunk.text,
        value: String(matches[0]?.value ?? ''),
      }),
      cost: cost['near value'],
    }),
  )
}

/** Reads an ambiguous chunk as one of its tables or columns. */
const narrow: Rule = (_, variant, at, declined) => {
  const chunk = variant.chunks[at]
  if (chunk === undefined || chunk.tables.length + chunk.columns.length < 2) return []
  const isAmbiguous = declined.missed.some((word) => stem(word.toLowerCase()) === stem(chunk.text.toLowerCase()))
  if (!isAmbiguous) return []
  const narrowed = (words: string, name: string, meaning: Pick<Chunk, 'tables' | 'columns'>, rank: number) =>
    edited(variant, at, [{ ...chunk, ...meaning }], {
      rule: 'narrow',
      how: meaning.tables.length > 0 ? 'table' : 'column',
      words,
      assumption: message('“{word}” is interpreted as {table}', { word: chunk.text, table: name }),
      cost: cost.narrow + rank,
    })
  const best = <One extends { quality: number }>(all: readonly One[]) =>
    all.toSorted((left, right) => right.quality - left.quality).slice(0, mostMeanings)
  return [
    ...best(chunk.columns).map((one, rank) =>
      narrowed(
        `${one.column.table.spoken} ${one.column.spoken}`,
        `${one.column.table.name}.${one.column.name}`,
        { tables: [], columns: [one] },
        rank,
      ),
    ),
    ...best(chunk.tables).map((one, rank) =>
      narrowed(one.table.spoken, one.table.name, { tables: [one], columns: [] }, rank),
    ),
  ]
}

const rules: readonly Rule[] = [narrow, reread, near, nearValue, split, skip]

/** All variants of a declined one that change one chunk. */
export function changesAt(context: Context, variant: Variant, at: number, declined: Parameters<Rule>[3]): Variant[] {
  return rules.flatMap((rule) => rule(context, variant, at, declined))
}

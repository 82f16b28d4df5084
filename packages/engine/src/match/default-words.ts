import { singular, tokenise } from '@parlance/retrieval'
import type { ColumnRef } from '../query.ts'
import type { DefinedFilter, Schema } from '../schema/model.ts'
import { plainQuestion, tokensOf, type Token } from './tokens.ts'

/** The words that leave a default filter of the area out of a question. All are singular. */
export interface DefaultWords {
  filter: ColumnRef
  /** What the table's rows are called: 'all customers'. */
  nouns: string[][]
  /** The filter's own names: 'active or not'. */
  names: string[][]
  /** What the rows are that it leaves out: 'including inactive'. */
  others: string[][]
}

const including = new Set(['including', 'include', 'incl', 'counting', 'plus', 'with', 'even', 'add'])
const fillers = new Set([
  'also',
  'any',
  'all',
  'the',
  'those',
  'that',
  'who',
  'which',
  'are',
  'is',
  'of',
  'our',
  'ones',
])
const every = new Set(['all', 'every'])
const articles = new Set(['of', 'the', 'our', 'these', 'those'])
const linking = new Set(['and', 'or', '&'])
const negations = new Set(['not', 'non', 'no', 'without', 'except', 'excluding'])
const negativePrefixes = ['in', 'un', 'non', 'dis']
const nameless = new Set(['is', 'has', 'was', 'at', 'on', 'date', 'flag', 'time'])

/** Prepares the words for the default filters of a schema. */
export function defaultWordsOf({ vocabulary }: Schema): DefaultWords[] {
  return [...(vocabulary?.filters.values() ?? [])]
    .filter(({ filter }) => filter.applies_by_default)
    .map((one) => {
      const { table } = one.column
      const nouns = [table.words, ...table.synonyms].map((words) => words.map(singular)).filter(isSaid)
      const names = [one.filter.name, ...one.filter.synonyms].map((name) => withoutNoun(wordsOf(name), nouns))
      return { filter: one.column.ref, nouns, names: names.filter(isSaid), others: othersOf(one, names) }
    })
}

/** What a filter leaves out, by its name and by its condition. */
function othersOf({ filter: { condition }, column }: DefinedFilter, names: readonly string[][]): string[][] {
  const opposite = names.flatMap((words) => {
    const [first = '', ...rest] = words
    return negations.has(first) ? [rest] : oppositesOf(words)
  })
  const unequal = [...condition.matchAll(/(?:<>|!=)\s*'([^']*)'/g)].map(([, value = '']) => value)
  const listed = [...condition.matchAll(/\bnot\s+in\s*\(([^()]*)\)/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
  )
  const isOff = /=\s*(?:'?0'?|false|'n'|'no'|'f')(?![\w.])|\bis\s+null\b|\bnot\s+\w|\bis\s+not\s+true\b/i.test(
    condition,
  )
  const isOn = /=\s*(?:'?1'?|true|'y'|'yes'|'t')(?![\w.])|\bis\s+true\b/i.test(condition)
  const columns = (column.computed?.pieces ?? []).flatMap((one) => (typeof one === 'string' ? [] : [one.column]))
  const own = columns.length === 1 ? columns.map((one) => wordsOf(one).filter((word) => !nameless.has(word))) : []
  const flags = [...(isOff ? own : []), ...(isOn ? own.flatMap(oppositesOf) : [])]
  return [...opposite, ...[...unequal, ...listed].map(wordsOf), ...flags].filter(isSaid)
}

/** 'inactive' and 'not active' for 'active'. */
function oppositesOf(words: readonly string[]): string[][] {
  const said = words.length === 1 ? negativePrefixes.map((prefix) => [`${prefix}${words[0]}`]) : []
  return words.length === 0 ? [] : [...said, ['not', ...words], ['non', ...words]]
}

const isSaid = (words: readonly string[]) => words.length > 0
const wordsOf = (text: string) => tokenise(text).map(singular)

function withoutNoun(words: string[], nouns: readonly string[][]): string[] {
  const noun = nouns.find((one) => one.length < words.length && one.join(' ') === words.slice(-one.length).join(' '))
  return noun === undefined ? words : words.slice(0, -noun.length)
}

/** A question without the words that leave default filters out, and the filters that it leaves out. */
export interface Lifted {
  question: string
  filters: ColumnRef[]
}

/** Finds 'including inactive', 'active or inactive', 'active or not', and 'all customers' in a question. */
export function withoutDefaultWords(all: readonly DefaultWords[], asked: string): Lifted {
  let question = asked
  const filters: ColumnRef[] = []
  for (const one of all) {
    const tokens = tokensOf(plainQuestion(question))
    const span = spanOf(one, tokens)
    if (span !== null)
      question = `${question.slice(0, span.from).trimEnd()} ${question.slice(span.to).trimStart()}`.trim()
    if (span !== null || saysAll(one, tokens)) filters.push(one.filter)
  }
  return { question, filters }
}

/** The stretch of a question that only says that a filter does not apply. */
function spanOf(one: DefaultWords, tokens: readonly Token[]): { from: number; to: number } | null {
  for (const [at, first] of tokens.entries()) {
    const end = including.has(first.lower) ? includedEnd(one, tokens, at + 1) : alternativeEnd(one, tokens, at)
    const last = end === null ? undefined : tokens[end - 1]
    if (last !== undefined) return { from: first.start, to: last.end }
  }
  return null
}

/** Where 'inactive ones' ends; null if something else is included. */
function includedEnd(one: DefaultWords, tokens: readonly Token[], from: number): number | null {
  let at = from
  while (fillers.has(tokens[at]?.lower ?? '')) at++
  const end = endOf(one.others, tokens, at)
  if (end === null) return null
  return endOf([...one.nouns, ['one'], ['ones']], tokens, end) ?? end
}

/** Where 'active or inactive', or 'active or not', ends. */
function alternativeEnd({ names, others }: DefaultWords, tokens: readonly Token[], at: number): number | null {
  for (const [left, right] of [
    [names, [...others, ['not']]],
    [others, names],
  ] as const) {
    const middle = endOf(left, tokens, at)
    if (middle === null || !linking.has(tokens[middle]?.lower ?? '')) continue
    const end = endOf(right, tokens, middle + 1)
    if (end !== null) return end
  }
  return null
}

function saysAll({ nouns }: DefaultWords, tokens: readonly Token[]): boolean {
  return tokens.some(({ lower }, at) => {
    if (!every.has(lower)) return false
    let next = at + 1
    while (articles.has(tokens[next]?.lower ?? '')) next++
    return endOf(nouns, tokens, next) !== null
  })
}

/** Where the longest of some phrases ends that begins at a token; null if none does. */
function endOf(phrases: readonly (readonly string[])[], tokens: readonly Token[], at: number): number | null {
  const said = phrases.filter((words) => words.every((word, place) => isWord(tokens[at + place], word)))
  return said.length === 0 ? null : at + Math.max(...said.map((words) => words.length))
}

function isWord(token: Token | undefined, word: string): boolean {
  return token !== undefined && !token.quoted && (token.word === word || token.lower === word)
}

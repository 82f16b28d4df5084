import type { AggregateFunction, Operator, PeriodUnit } from '../query.ts'
import vocabulary from './vocabulary/keywords.json' with { type: 'json' }

/** The roles that say everything about a phrase. */
type Role =
  | 'everything'
  | 'depleted'
  | 'command'
  | 'filler'
  | 'count'
  | 'between'
  | 'not'
  | 'without'
  | 'each'
  | 'order'
  | 'alphabetical'
  | 'share'
  | 'difference'
  | 'ratio'
  | 'distinct'
  | 'relative'
  | 'be'
  | 'do'
  | 'and'
  | 'or'
  | 'missing'
  | 'present'
  | 'possessive'
  | 'all'
  | 'both'
  | 'with'
  | 'whose'
  | 'pronoun'
  | 'named'

export type MeasureKind = 'revenue' | 'quantity' | 'order value'

/** A metric of the area, by its name. */
export interface DefinedMeasure {
  metric: string
}

/** The role of a function word or phrase in a question. */
export type Keyword =
  | { kind: Role }
  /** Without phrases of their own. */
  | { kind: 'average' | 'comma' | 'end' | 'have' | 'than' }
  | { kind: 'question'; word: 'what' | 'which' | 'who' | 'when' | 'where' | 'how much' }
  | { kind: 'aggregate'; fn: AggregateFunction }
  /** The most or the least of something; `hints` name the columns that the adjective refers to. */
  | {
      kind: 'superlative'
      descending: boolean
      hints: string[] | null
      temporal: boolean
      frequency: boolean
      measure: 'revenue' | 'quantity' | null
    }
  | { kind: 'compare'; operator: Operator; hints: string[] | null; temporal: boolean }
  /** 'or more', after its number. */
  | { kind: 'after-number'; operator: Operator }
  | { kind: 'direction'; descending: boolean }
  | { kind: 'preposition'; word: string }
  | { kind: 'like'; where: 'start' | 'end' | 'anywhere' }
  | { kind: 'unit'; unit: PeriodUnit }
  | { kind: 'measure'; of: MeasureKind | DefinedMeasure }

type KeywordOf<Kind extends Keyword['kind']> = Extract<Keyword, { kind: Kind }>

type Phrases = readonly string[]

/** Phrases that compare or rank: by a number, by a date, or by the columns that their adjective refers to. */
interface Comparing {
  plain: Phrases
  temporal: Phrases
  adjectives: readonly { hints: string[]; phrases: Phrases }[]
}

interface Ranking extends Comparing {
  frequency: Phrases
  measures: Readonly<Record<NonNullable<KeywordOf<'superlative'>['measure']>, Phrases>>
}

type Direction = 'ascending' | 'descending'

/** What `vocabulary/keywords.json` has: phrases by their role, and by what the role needs to know. */
interface Vocabulary {
  roles: Readonly<Record<Role, Phrases>>
  questions: Readonly<Record<KeywordOf<'question'>['word'], Phrases>>
  aggregates: Readonly<Record<Exclude<AggregateFunction, 'count'>, Phrases>>
  comparisons: Readonly<Record<Operator, Comparing>>
  afterNumber: Readonly<Record<'>=' | '<=', Phrases>>
  superlatives: Readonly<Record<Direction, Ranking>>
  directions: Readonly<Record<Direction, Phrases>>
  likes: Readonly<Record<KeywordOf<'like'>['where'], Phrases>>
  /** No words ask for months of all years together. */
  units: Readonly<Record<Exclude<PeriodUnit, 'calendar month'>, Phrases>>
  measures: Readonly<Record<MeasureKind, Phrases>>
}

/** The keywords of all phrases; the types check that no role is missing in the data. */
function keywordsOf(words: Vocabulary): Map<string, Keyword> {
  const table = new Map<string, Keyword>()
  const add = (keyword: Keyword, phrases: Phrases) => phrases.forEach((phrase) => table.set(phrase, keyword))
  for (const [kind, phrases] of entriesOf(words.roles)) add({ kind }, phrases)
  for (const [word, phrases] of entriesOf(words.questions)) add({ kind: 'question', word }, phrases)
  for (const [fn, phrases] of entriesOf(words.aggregates)) add({ kind: 'aggregate', fn }, phrases)
  for (const [operator, phrases] of entriesOf(words.afterNumber)) add({ kind: 'after-number', operator }, phrases)
  for (const [where, phrases] of entriesOf(words.likes)) add({ kind: 'like', where }, phrases)
  for (const [unit, phrases] of entriesOf(words.units)) add({ kind: 'unit', unit }, phrases)
  for (const [of, phrases] of entriesOf(words.measures)) add({ kind: 'measure', of }, phrases)
  for (const [direction, phrases] of entriesOf(words.directions))
    add({ kind: 'direction', descending: direction === 'descending' }, phrases)
  for (const [operator, { plain, temporal, adjectives }] of entriesOf(words.comparisons)) {
    const compare = { kind: 'compare', operator, hints: null, temporal: false } as const
    add(compare, plain)
    add({ ...compare, temporal: true }, temporal)
    for (const { hints, phrases } of adjectives) add({ ...compare, hints }, phrases)
  }
  for (const [direction, ranking] of entriesOf(words.superlatives)) addRanking(add, direction, ranking)
  return table
}

function addRanking(
  add: (keyword: Keyword, phrases: Phrases) => void,
  direction: Direction,
  { plain, temporal, frequency, adjectives, measures }: Ranking,
): void {
  const descending = direction === 'descending'
  const most = {
    kind: 'superlative',
    descending,
    hints: null,
    temporal: false,
    frequency: false,
    measure: null,
  } as const
  add(most, plain)
  add({ ...most, temporal: true }, temporal)
  add({ ...most, frequency: true }, frequency)
  for (const { hints, phrases } of adjectives) add({ ...most, hints }, phrases)
  for (const [measure, phrases] of entriesOf(measures)) add({ ...most, measure }, phrases)
}

/** `Object.entries` for objects that have only the keys of their type. */
function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}

const table = keywordsOf(vocabulary)

/** The longest phrase, in words. */
export const longestPhrase = Math.max(...[...table.keys()].map((phrase) => phrase.split(' ').length))

/** The keyword of a phrase in lower case; null if it has no such role. */
export function keywordOf(phrase: string): Keyword | null {
  return table.get(phrase) ?? null
}

import type { Condition } from '../claims/condition.ts'
import { conditionsIn, limitAfter } from '../claims/conditions.ts'
import { degreeOf, type Degree } from './degrees.ts'
import { textBefore } from '../../plain-text.ts'
import { aboveWords, belowWords, fallWords, globally, inclusiveWords, riseWords, unchangedWords } from '../cues.ts'
import { clarity, clarityOf, isOfLabel } from '../columns-named.ts'
import { isAverage, speaksOf, type FactColumn } from '../facts.ts'
import { conceptsOf, stemOf, type SentenceWord } from '../concepts.ts'
import { unitAfter } from '../measures.ts'
import type { Clause } from '../sentences.ts'
import { groupsOf, type Mention, type NameGroup, type Statement } from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

/** A part of a sentence that says something about rows, or that holds what does together. */
export type Token = Clause &
  (
    | { kind: 'rows'; group: NameGroup }
    | { kind: 'figure'; mention: Mention; condition: Condition | null }
    | { kind: 'column' }
    | { kind: 'degree'; degree: Degree; place: number }
    | { kind: 'comparative'; degree: Degree }
    | { kind: 'move'; sign: -1 | 0 | 1 }
    | { kind: 'earlier'; isYear: boolean }
    | { kind: 'unknown' | Exclude<keyof typeof phrases, 'earlier'> }
  )

/** Words that hold a claim together, by what they do; of two that overlap, the first one counts. */
const phrases = {
  except:
    /(?<!\p{L})(?:[Ee]xcept(?: for)?|[Aa]part from|[Oo]ther than|[Ee]xcluding|but(?= (?:the )?(?:one |two )?(?:\p{Lu}))(?<=(?:[Ee]very|[Aa]ll|[Ee]ach|[Nn]o|[Nn]one) (?:\p{L}+ ){0,3}but))(?!\p{L})/gu,
  aside:
    /(?<!\p{L})(?:(?:the|this|that|which|any) ones?|of all)(?!\p{L})|(?<!\p{L})through(?:out)? the (?:year|period)(?!\p{L})|(?<=(?:\d|%|percent|half|thirds?|quarters?|fifths?|tenth) )(?:of )?(?:all|the total|the overall|overall)(?: of)?(?= \p{L})|by (?:a (?:wide|large|clear|narrow|huge|small|slim|comfortable) margin|far|some distance)(?!\p{L})/giu,
  break:
    /[;:()–—]|,|(?<!\p{L})(?:before(?= (?:\p{L}+ly )?\p{L}+ing(?!\p{L}))|and|but|while|whereas|although|though|yet|with)(?!\p{L})/giu,
  steady:
    /(?<!\p{L})(?:steadily|consistently|continuously|continually|ke(?:pt|eps?)(?= \p{L}+ing(?!\p{L}))|continue[sd]? to|(?:year|month|quarter|week|day) (?:after|by) (?:year|month|quarter|week|day))(?!\p{L})/giu,
  others:
    /(?<!\p{L})(?:(?:all|any|every|each|the)(?: of)?(?: the)? (?:other|remaining)(?! (?:two|three|four|five|six|seven|eight|nine|ten|\d))(?: \p{L}+)?|(?:all )?(?:the )?others|the rest|(?:everyone|anyone|everything|anything) else)(?!\p{L})/giu,
  than: /(?<!\p{L})(?:than|as (?:much |many |high |long )?as|compared (?:to|with)|versus|vs\.?|against)(?!\p{L})/giu,
  earlier:
    /(?<!\p{L})(?:(?:in |on |the )*(?:same \p{L}+ )?(?:a|one|the) (?:year|month|quarter|week|day|season) (?:earlier|before|ago|prior)|(?:in )?the (?:previous|preceding|prior) (?:year|month|quarter|week|day|season)|(?:the )?same (?:quarter|month|week|day|period)(?: of| in)?(?: the)?(?: (?:previous|prior|preceding) year| last year)?)(?!\p{L})/giu,
  same: /(?<!\p{L})(?:(?:exactly )?the same|(?:just |exactly )?as (?:many|much)(?= (?:\p{L}+ ){1,3}as(?!\p{L}))|an equal|equal|identical|tied)(?!\p{L})/giu,
  peryear: /(?<!\p{L})(?:(?:in|of|for) )?(?:both|each|every|either) (?:year|season)s?(?!\p{L})/giu,
  around:
    /(?<!\p{L})(?:(?:first|last|top|bottom|next|past|other|remaining)(?= (?:two|three|four|five|six|seven|eight|nine|ten|\d))|(?:across|over) (?:all|both|each|every)|of (?:both|each|every)|throughout|at (?:least|most)|until|before|after|by the end|without|(?:this|last|next) (?:week|month|year|quarter|season)|today|yesterday|tomorrow|once|twice|again|then)(?!\p{L})/giu,
  every: /(?<!\p{L})(?:all|every|each|both|everyone|everybody)(?: of)?(?: the| these| its)?(?!\p{L})/giu,
  none: /(?<!\p{L})(?:no|none|neither|not one|no one|nobody)(?: of)?(?: the)?(?!\p{L})/giu,
  only: /(?<!\p{L})(?:the only(?: one| ones)?|only|alone)(?!\p{L})(?!\s(?:[$€£]?\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\p{L})))/giu,
  sum: /(?<!\p{L})(?:together|combined|in total|altogether|between them|in all|overall|all told|a total of|total(?:s|ed|ing)?|the sum of|adds? up to|came to|comes to)(?!\p{L})/giu,
  mean: /(?<!\p{L})(?:on average|relative to|per|averag(?:e|es|ed|ing)|mean)(?!\p{L})/giu,
  median: /(?<!\p{L})median(?!\p{L})/giu,
  not: /(?<!\p{L})(?:not|never|no longer|did ?n[o'’]t)(?!\p{L})|n['’]t(?!\p{L})/giu,
  from: /(?<!\p{L})(?:from|between)(?!\p{L})/giu,
  to: /(?<!\p{L})to(?!\p{L})/giu,
  since: /(?<!\p{L})since(?!\p{L})/giu,
  gap: /(?<!\p{L})(?:gap|difference|lead|margin)(?!\p{L})/giu,
} as const

/** Words for a place: the first, the last, and what else a ranking says. */
const placePhrases: readonly [pattern: RegExp, direction: Degree['direction'], place: number, concept?: string][] = [
  [
    /(?<!\p{L})(?:peak(?:s|ed)?|topp?(?:s|ed)? (?:out|the (?:list|table|ranking))|leads?(?! to)|led(?! to)|leading|leader|(?:ranks?|ranked|c[ao]mes?|finish(?:es|ed)?) first|number one|(?:in )?first place|heads the list|maxed out|(?:new |all-time )?record(?: high)?|highs?|maximum|the top)(?!\p{L})/giu,
    'high',
    1,
  ],
  [
    /(?<!\p{L})(?:bottom(?:s|ed) out|br(?:ings?|ought) up the rear|(?:is |was |were )?at the bottom(?: of the (?:list|table|ranking))?|(?:in )?last place|(?:ranks?|ranked|c[ao]mes?|finish(?:es|ed)?) (?:in )?last(?: place)?|minimum|record low)(?!\p{L})/giu,
    'low',
    1,
  ],
  [/(?<!\p{L})(?:runner-up|second place)(?!\p{L})/giu, 'high', 2],
  [/(?<!\p{L})third place(?!\p{L})/giu, 'high', 3],
  [
    /(?<!\p{L})(?<!(?:in|for|at|of|during|since|by) (?:the |its )?)(?:latest|most recent(?:ly)?)(?!\p{L})/giu,
    'high',
    1,
    'time',
  ],
  [/(?<!\p{L})(?<!(?:in|for|at|of|during|since|by) (?:the |its )?)earliest(?!\p{L})/giu, 'low', 1, 'time'],
]

/** “ranks only fifth”. */
const rankPhrase =
  /(?<!\p{L})(?:ranks?|ranked|ranking|c[ao]mes?|finish(?:es|ed)?|placed) (?:only |just )?(?:in )?(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))(?: place)?(?!\p{L})/giu

const ordinalPlaces = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

function placeOf(ordinal: string): number {
  return Number.parseInt(ordinal, 10) || ordinalPlaces.indexOf(ordinal.toLowerCase()) + 1
}

/** Words that say nothing of their own: forms of common verbs, adverbs, and nouns for what the rows have. */
const neutral = new Set(
  `a an the it its this that these those they their there he she his her we our you your is are was were be been being has have had having do does did
   of in on at for by as to across among during over out up off so also still already just only even well clearly easily far way by
   about around roughly approximately nearly almost exactly precisely slightly somewhat barely much very quite currently now who which whose what where when
   had got get gets saw sees recorded records reported reports posted posts showed shows show stood stands came comes come reached reaches reach achieved achieves made makes took takes brought brings
   s worked works delivered delivers shipped ships supplied supplies processed processes served serves welcomed hosted hosts organized organizes carried carries transported moved moves filled fills offered offers covered covers provided provides
   needed needs required requires completed completes finished logged logs counted counts tallied booked produced produces yielded issued accepted submitted put puts gave gives given bring taken made compared comparison respectively each used uses
   collected collects handled handles registered registers scored ran runs kept keeps remained remains stayed stays held holds went goes managed hit hits accounted accounts contributed contributes generated attracted drew draws received
   number numbers figure figures value values amount amounts level levels result results period list table data row rows place rate share percentage proportion ratio spot position terms
   site sites entry entries item items thing things case cases overall any other others else same such whole entire total
   percent percentage point points euro euros dollar dollars unit units times time year years month months quarter quarters week weeks day days
   dates dated dating belongs belong placed account accounting make making represent represents represented comprise comprises constitute constitutes contributing
   people person everyone rather whereas however meanwhile here there in notably interestingly similarly additionally furthermore moreover finally`
    .split(/\s+/)
    .filter(Boolean),
)

/** The parts of a sentence in order. A word that is none of ours is unknown. */
export function tokensOf(statement: Statement): Token[] {
  const { text, mentions, words, facts, isKnown } = statement
  const found: Token[] = [
    ...groupsOf(statement).map((group): Token => ({ kind: 'rows', start: group.start, end: group.end, group })),
    ...matchesIn(text, rankPhrase).map(({ 0: written, 1: ordinal = '', index }): Token => {
      const degree = { direction: 'high' as const, concept: null, isOfSize: false, isJudgment: true }
      return { kind: 'degree', start: index, end: index + written.length, degree, place: placeOf(ordinal) }
    }),
    ...mentions.filter(isFigure(statement)).map((mention) => figureToken(statement, mention)),
    ...(isKnown('lead') ? placePhrases.filter(([pattern]) => !pattern.source.includes('leads')) : placePhrases).flatMap(
      ([pattern, direction, place, concept = null]) =>
        matchesIn(text, pattern).map(({ 0: written, index }): Token => {
          const degree = { direction, concept, isOfSize: false, isJudgment: /rank|c[ao]me|finish/i.test(written) }
          return { kind: 'degree', start: index, end: index + written.length, degree, place }
        }),
    ),
    ...moves(text),
    ...phrasesIn(text),
  ]
  const taken: Token[] = []
  for (const token of found) {
    // “the average rate” is `average_rate`.
    if (token.kind === 'mean' && namesColumn(statement, token)) continue
    if (!taken.some(({ start, end }) => start < token.end && token.start < end)) taken.push(token)
  }
  for (const word of words) {
    if (taken.some(({ start, end }) => start < word.end && word.start < end)) continue
    const place = { start: word.start, end: word.end }
    if (isPartOfTerm(statement, word)) continue
    if (isUnitOf(statement, place) && !facts.numbers.some((column) => speaksOf(word, column))) continue
    if (namesColumn(statement, place)) {
      taken.push({ ...place, kind: 'column' })
      continue
    }
    const measured = measuredBy(statement, word)
    if (measured !== null) {
      taken.push(measured)
      continue
    }
    const degree = degreeOf(word.text)
    if (degree && !isQualified(text.slice(word.end))) {
      const [, ordinal = ''] =
        /(?<!\p{L})(second|third|fourth|fifth)[ -]$/iu.exec(text.slice(Math.max(0, word.start - 8), word.start)) ?? []
      if (degree.isMost)
        taken.push({
          ...place,
          kind: 'degree',
          degree,
          place: Math.max(0, ordinalPlaces.indexOf(ordinal.toLowerCase())) + 1,
        })
      else taken.push({ ...place, kind: 'comparative', degree })
    } else if (degree || /\p{L}{3}est$/iu.test(word.text) || isStrange(statement, word))
      taken.push({ ...place, kind: 'unknown' })
    else if (isBare(statement, word))
      taken.push({ ...place, kind: isInName(word, facts.numbers) ? 'column' : 'unknown' })
    else if (
      clearest(word, facts.numbers) > (neutral.has(word.text.toLowerCase()) ? clarity.meaning : clarity.none) &&
      clearest(word, facts.numbers) > thingClarity(statement, word)
    )
      taken.push({ ...place, kind: 'column' })
    else if (
      !neutral.has(word.text.toLowerCase()) &&
      !isKnown(word.text) &&
      !ordinalPlaces.includes(word.text.toLowerCase())
    )
      taken.push({ ...place, kind: 'unknown' })
  }
  return taken.toSorted((a, b) => a.start - b.start)
}

/** “most expensive”, “least popular”: a superlative whose adjective says what it compares. */
function measuredBy({ facts, words }: Statement, word: SentenceWord): Token | null {
  if (!/^(?:most|least)$/i.test(word.text)) return null
  const next = words.find(({ start }) => start === word.end + 1)
  const degree = degreeOf(word.text)
  if (!next || !degree || !/^(?:expensive|popular|profitable|punctual)$/i.test(next.text)) return null
  const [concept, ...more] = [...conceptsOf(next.stem)].filter((one) =>
    facts.numbers.some(({ concepts }) => concepts.has(one)),
  )
  // “expensive” is of prices and of costs.
  const columns = facts.numbers.filter(({ concepts }) => [concept, ...more].some((one) => one && concepts.has(one)))
  if (concept === undefined || new Set(columns.map(({ step }) => step)).size < columns.length) return null
  return { kind: 'degree', start: word.start, end: next.end, degree: { ...degree, concept }, place: 1 }
}

/** “by value”, “in terms of volume”: a word that usually says nothing, but here what is compared. */
function isBare({ text, facts }: Statement, word: SentenceWord): boolean {
  return (
    neutral.has(word.text.toLowerCase()) &&
    /(?<!\p{L})(?:by|in terms of) (?:total )?$/iu.test(text.slice(Math.max(0, word.start - 20), word.start)) &&
    clearest(word, facts.numbers) < clarity.form
  )
}

function isInName({ stem }: SentenceWord, columns: readonly FactColumn[]): boolean {
  return columns.some(({ allStems }) => allStems.has(stem))
}

function clearest(word: SentenceWord, columns: readonly FactColumn[]): number {
  return Math.max(0, ...columns.map((column) => clarityOf(word, column)))
}

/** “the best customer” speaks of the column `customer`, and not of the orders that customers have. */
function thingClarity({ facts }: Statement, word: SentenceWord): number {
  const own = clearest(
    word,
    facts.columns.filter(({ role }) => role === 'name'),
  )
  return own === clarity.name && clearest(word, facts.numbers) === clarity.meaning ? clarity.meaning : clarity.none
}

/** “satisfaction score” is `satisfaction`, and “return rate” a column of percentages. */
function isPartOfTerm({ words, facts }: Statement, word: SentenceWord): boolean {
  const match = /^(?:scores?|ratings?|levels?|figures?|(rates?|percentages?))$/i.exec(word.text)
  if (match === null || clearest(word, facts.numbers) >= clarity.form) return false
  const before = words.find(({ end }) => end === word.start - 1)
  return (
    before !== undefined &&
    facts.numbers.some(
      (column) => clarityOf(before, column) === clarity.name && (match[1] === undefined || column.isPercent),
    )
  )
}

/** The word after a figure that says its unit, which is compared with the column. */
function isUnitOf({ text, mentions }: Statement, { start }: Clause): boolean {
  return mentions.some(({ end }) => end < start && start <= end + 2 && unitAfter(text.slice(end)) !== null)
}

/** “the highest salary” of a department is its `highest_salary`: words with which the name of a column begins. */
function namesColumn({ text, facts, words }: Statement, { start, end }: Clause): boolean {
  const own = formsOf(text.slice(start, end))
  const next = words.find((word) => word.start > end && word.start <= end + 1)
  return (
    own.length > 0 &&
    next !== undefined &&
    facts.numbers.some(({ allStems }) => allStems.has(next.stem) && own.some((form) => allStems.has(form)))
  )
}

/** How names of columns write “highest”, “lowest”, and “average”. */
const columnForms = ['highest maximum max largest', 'lowest minimum min smallest', 'average avg mean']

function formsOf(word: string): string[] {
  const [forms = ''] = columnForms.filter((one) => one.split(' ').includes(word.toLowerCase()))
  return forms.split(' ').map(stemOf)
}

/** “most punctual”, “closest to its target”, “the longest here”: not by the column alone. */
function isQualified(after: string): boolean {
  return (
    /^ (?:punctual|reliable|profitable|efficient|successful|popular|expensive|to |of (?:the|its|all|their) )/i.test(
      after,
    ) && !/^ of (?:the|all) (?:\p{L}+|\d+)[.,;]?$/iu.test(after)
  )
}

/** A word for what a masked column or none measures, or for a share that a column may not be. */
function isStrange({ facts, text }: Statement, word: SentenceWord): boolean {
  // The larger a loss is, the smaller is the number.
  if (/^(?:loss|losses|deficits?|shortfalls?)$/i.test(word.text))
    return !facts.numbers.some(({ allStems }) => allStems.has(word.stem))
  if (facts.columns.some((column) => column.role === 'masked' && speaksOf(word, column))) return true
  if (/^(?:share|rate|ratio|percentage|proportion)s?$/i.test(word.text))
    return (
      !/(?:est|most) $/i.test(text.slice(0, word.start)) &&
      !facts.numbers.some(
        (column) => (column.isPercent || column.isFraction || isAverage(column)) && column.allStems.has(word.stem),
      )
    )
  return (
    conceptsOf(word.stem).size > 0 &&
    !facts.columns.some((column) => speaksOf(word, column)) &&
    !neutral.has(word.text.toLowerCase())
  )
}

/** A year of a column, or a day of a name, isn't a figure. */
function isFigure({ names, facts, text }: Statement): (mention: Mention) => boolean {
  const isPeriod = (written: string): boolean =>
    /^(?:19|20)\d\d$/.test(written) && facts.numbers.some(({ name }) => name.includes(written))
  const isLabel = ({ start, end }: Mention): boolean =>
    isOfLabel(textBefore(text, start), text.slice(start, end), facts.numbers)
  // “of the five” only says how many there are.
  const isWhole = ({ start, value }: Mention): boolean =>
    /(?<!\p{L})of (?:the|all|these) $/iu.test(textBefore(text, start)) &&
    facts.steps.some(({ result }) => result.rows.length === value)
  return (mention) => isOwn(mention) && !isWhole(mention) && !isLabel(mention)

  function isOwn({ start, end, kind }: Mention): boolean {
    return (
      kind !== 'text' &&
      !isPeriod(text.slice(start, end)) &&
      !names.some((name) => start >= name.start && end <= name.end)
    )
  }
}

/** A figure with the words that make it a limit: “more than 20”. */
function figureToken(statement: Statement, mention: Mention): Token {
  const range = rangeFrom(statement, mention)
  if (range !== null) return { kind: 'figure', start: range.start, end: range.end, mention, condition: range }
  const condition = conditionsIn(statement).find((one) => one.mention === mention) ?? limitOfPart(statement, mention)
  const before = statement.text.slice(Math.max(0, mention.start - longestLimit), mention.start)
  const words = condition === null ? null : (aboveWords.exec(before) ?? belowWords.exec(before))
  const after =
    condition === null ? null : limitAfter.exec(statement.text.slice(mention.end, mention.end + longestLimit))
  return {
    kind: 'figure',
    start: mention.start - (words?.[0].length ?? 0),
    end: mention.end + (after?.[0].length ?? 0),
    mention,
    condition,
  }
}

/** “two of them cost between 5 and 9”: a limit on both sides, if the sentence says of how many rows. */
function rangeFrom({ text, mentions }: Statement, mention: Mention): Condition | null {
  const [between] = /(?<!\p{L})between [$€£]?$/iu.exec(textBefore(text, mention.start)) ?? []
  if (between === undefined || !quantifiedStart.test(text)) return null
  const next = mentions.find(({ start }) => start > mention.end && start <= mention.end + longestLimit)
  if (!next || next.kind !== mention.kind || !/^\s?%? and [$€£]?$/i.test(text.slice(mention.end, next.start)))
    return null
  const { value: low } = mention
  const { value: high } = next
  if (low === null || high === null || low > high) return null
  const start = mention.start - between.length
  return {
    holds: (value) => value >= low && value <= high,
    start,
    end: next.end,
    limits: [low, high],
    mention,
    columns: null,
  }
}

const quantifiedStart =
  /^[\s*_-]{0,6}(?:only |just |exactly )?(?:all|every|each|no|none|two|three|four|five|six|seven|eight|nine|ten|\d{1,3})(?!\p{L})/iu

/** “at least 90% of its seats”: a limit for a part of what each row has. */
function limitOfPart({ text }: Statement, mention: Mention): Condition | null {
  const before = textBefore(text, mention.start)
  const isAbove = aboveWords.test(before)
  const { start, end, kind, value: limit } = mention
  if (kind !== 'percent' || limit === null || !(isAbove || belowWords.test(before))) return null
  const includes = inclusiveWords.test(before)
  const holds = (value: number): boolean => (isAbove ? value > limit : value < limit) || (includes && value === limit)
  return { holds, start, end, limits: [limit], mention, columns: null }
}

const longestLimit = 24

const moveWords = [
  [globally(riseWords), 1],
  [globally(fallWords), -1],
  [globally(unchangedWords), 0],
] as const

function moves(text: string): Token[] {
  return moveWords.flatMap(([pattern, sign]) =>
    matchesIn(text, pattern).map(({ 0: written, index }): Token => ({
      kind: 'move',
      sign,
      start: index,
      end: index + written.length,
    })),
  )
}

function phrasesIn(text: string): Token[] {
  return (Object.keys(phrases) as (keyof typeof phrases)[]).flatMap((kind) =>
    matchesIn(text, phrases[kind]).map(({ 0: written, index }): Token => {
      const place = { start: index, end: index + written.length }
      return kind === 'earlier' ? { ...place, kind, isYear: /year|season|same/i.test(written) } : { ...place, kind }
    }),
  )
}

import { aboveWords, belowWords, fallWords, inclusiveWords, riseWords, slightWords, unchangedWords } from '../cues.ts'
import type { FactColumn, Facts } from '../facts.ts'
import { isLaterThan } from '../related-columns.ts'
import { textBefore } from '../../plain-text.ts'
import type { Clause } from '../sentences.ts'
import { ofOwn } from './column-fit.ts'
import { inWords, type Condition } from './condition.ts'
import { profits } from './profits.ts'
import { targetsIn } from './targets.ts'
import { clauseAt, isWithin, spokenColumns, textOf, type Mention, type Statement } from '../statement.ts'

/** The limits that a sentence sets with a number, to be judged as a bound and not as a figure. */
export function isBound({ text }: { text: string }, { start, end }: Clause): boolean {
  const before = textBefore(text, start)
  if (reachBefore.test(before) && no.test(text)) return true
  return aboveWords.test(before) || belowWords.test(before) || limitAfter.test(text.slice(end, end + 24))
}

/** “90 or higher”, “5 or fewer”: the number itself is included. */
export const limitAfter =
  /^\s?(?:%|percent|[€$£])?\s?(?:\p{L}+\s)?(?:or|and|oder|und|o|ou)\s(?:(more|higher|better|above|over|greater|longer|older|mehr|höher|darüber|más|plus)|(less|fewer|lower|worse|below|under|shorter|younger|weniger|darunter|menos|moins))(?!\p{L})(?!\sthan)/iu

/** Whether a percentage is a limit for a column of percentages, and not for a share. */
export function limitsPercentages(
  { facts, text }: Statement,
  { start, end, kind }: Pick<Mention, 'start' | 'end' | 'kind'>,
): boolean {
  // A part in words, such as “a fifth”, is a share or a change.
  if (!/\d/.test(text.slice(start, end))) return false
  return (
    kind === 'percent' &&
    facts.numbers.some(({ isPercent, isFraction }) => isPercent || isFraction) &&
    (!/^\s?(?:%|percent)?\sof\b/i.test(text.slice(end)) || ofOwn.test(text.slice(end, end + 24)))
  )
}

/** “just over 5” is at most this much over it. */
const mostSlight = 0.15
const reachBefore = /\breach(?:es|ed)?\s[$€£]?$/iu
const comparedColumns =
  /(?<!\p{L})(?:(more|higher|larger|greater|fewer|less|lower|mehr|weniger|más|menos|plus|moins) (?:[\p{L}\p{N}$-]+ ){0,6}?(?:than|als|que)|(exceed(?:s|ed)?|surpass(?:es|ed)?|outnumber(?:s|ed)?|overspent|overshot|overran|underspent|undershot|(?<=(?:is|are|was|were|went|goes|stayed|remained|ran|\d) )(?:over|above|under|below|within|exactly on|on)(?= (?!average)(?:the |its |their )?\p{L})|(?<=spent )exactly(?= (?:its|their|the) )|(?<=spent )exactly (?:what|as much as))|(?<!(?<!\p{L})(?:half|twice|thrice|times|third|quarter|fifth|double|nearly|almost|about) )(as (?:much|many) (?:\p{L}+ ){0,4}?as))(?= )(?! (?:\d|[$€£¥]|half|die hälfte|ein (?:drittel|viertel)|la mitad|la moitié|un tercio|un (?:tiers|quart)|twice|thrice|double|triple|halb|doppelt|dreimal|el doble|el triple|le double|deux fois|trois fois|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|any|expected|usual)(?!\p{L}))/iu
/** “have no returns”, “without tasks”: not “no one has returns”. */
const nothingOf =
  /(?:did|do|does)(?:n['’]t| not) \p{L}+ (?:a single|any) \p{L}+|(?<=(?:ha(?:s|ve|d)|with|got|made|received|needs?|saw|\p{Ll}{3,}(?:s|ed)) )(?:no|zero) (?:\p{L}+ )?\p{L}+|(?<!\p{L})without (?:an? |any )?\p{L}+|(?<!\p{L})never \p{L}+ \p{L}+(?=[.,;]|$)|(?<=(?:hat|hatte|haben|hatten|gab es|mit|tiene|tuvo|tienen) )(?:keine[nrm]?|ning[uú]n\p{L}*) \p{L}+|(?<!\p{L})(?:ohne|sin|sans) \p{L}+|(?:has|have|had|is|was|were|did|do|does)(?:n['’]t| not| never)(?: yet| ever)? (?:been )?\p{L}+(?: yet| at all| even once)?(?=[.,;]|$)/iu

const denied = /^(?:did|do|does)(?:n['’]t| not) \p{L}+$/iu

const nobody = /^[\s*_]*(?:no one|nobody|niemand|nadie|personne|nessuno|ninguém)(?!\p{L})/iu
const comparing =
  /(?<!\p{L})(?:more|less|fewer|higher|lower|\p{L}+er than|than|mehr|weniger|más|menos|plus|moins)(?!\p{L})/iu
const hasValue = /(?<=(?:all|every|each) (?:\p{L}+ ){1,4})(?:has|have) (?:an? |the )?(?:\p{L}+ )?\p{L}+(?=[.,;]|$)/iu
const completely =
  /(?<!\p{L})(?:(?:is|are|was|were|has|have|had)? ?(?:sold|sells?|booked) out|(?:completely|fully|entirely|totally) (?:full|booked|occupied|used|utilized)|used up (?:all|every)|ausgebucht|voll (?:belegt|ausgelastet)|complet|completamente llen[oa]s?)(?!\p{L})/iu
const everyone = /(?<!\p{L})(?:everyone|everybody)(?!\p{L})/iu
const everyOf =
  /(?<!\p{L})(?<!(?:of|out of) )(?:every|each|all)(?: of)?(?: the| its| their| his| her|(?: \p{L}+){1,3}['’]s?)?(?: [\d.,]+)? \p{L}+/iu

type ColumnsOf = (all: readonly FactColumn[]) => readonly FactColumn[]
const ofStock: ColumnsOf = (all) =>
  all.filter(({ concepts, name }) => concepts.has('stock') || /on_hand|available/i.test(name))
const ofProfit: ColumnsOf = (all) => {
  const fitting = all.filter(({ concepts }) => concepts.has('profit'))
  return fitting.length > 0 ? fitting : all.filter(({ numbers }) => numbers.some((one) => one !== null && one < 0))
}

const states: { pattern: RegExp; holds: Condition['holds']; columns: ColumnsOf }[] = [
  {
    pattern:
      /(?<!\p{L})(?:(?:completely |currently )?out of stock|sold out|ausverkauft|nicht auf lager|agotad[oa]s?|épuisée?s?|en rupture(?: de stock)?)(?!\p{L})/iu,
    holds: (value) => value === 0,
    columns: ofStock,
  },
  {
    pattern: /\b(?:(?<!most )profitable|positive|in the black|(?:made|ended with|closed with) a (?:profit|gain))\b/i,
    holds: (value) => value > 0,
    columns: ofProfit,
  },
  {
    pattern:
      /\b(?:negative|unprofitable|in the red|overdrawn|in debt|(?:made|ended with|closed with|recorded|ran) an? (?:loss|deficit)|(?:schreib|mach)\p{L}+ (?:einen )?verluste?|rote zahlen)(?!\p{L})/iu,
    holds: (value) => value < 0,
    columns: ofProfit,
  },
]

export function conditionsIn(statement: Statement): Condition[] {
  const { text, mentions } = statement
  const limits = mentions.flatMap((mention): Condition[] => {
    if (mention.kind === 'ratio' || mention.kind === 'text' || mention.value === null) return []
    if (mention.kind === 'percent' && !limitsPercentages(statement, mention)) return []
    const before = textBefore(text, mention.start)
    const isReach = reachBefore.test(before) && no.test(text)
    const [, orMore, orLess] = limitAfter.exec(text.slice(mention.end, mention.end + 24)) ?? []
    const isAbove = aboveWords.test(before) || isReach || orMore !== undefined
    if (!isAbove && !belowWords.test(before) && orLess === undefined) return []
    const includes = isReach || inclusiveWords.test(before) || orMore !== undefined || orLess !== undefined
    const value = mention.value
    const isSlight = slightWords.test(before)
    const holds = (own: number): boolean =>
      (!isSlight || Math.abs(own - value) <= Math.abs(value) * mostSlight) &&
      (isAbove ? own > value || (includes && own === value) : own < value || (includes && own === value))
    return [{ holds, start: mention.start, end: mention.end, limits: [value], mention, columns: null }]
  })
  const compared = comparedColumnsIn(statement)
  const targets = compared.length > 0 ? [] : targetsIn(statement)
  return [...limits, ...statesIn(statement), ...compared, ...targets, ...movesIn(statement)]
}

/** Conditions in words: sold out, profitable, without returns. */
function statesIn(statement: Statement): Condition[] {
  const { text, facts } = statement
  const found = states.flatMap(({ pattern, holds, columns }): Condition[] => {
    const match = pattern.exec(text)
    const own = match ? columns(facts.numbers) : []
    const fitting = own.length === 0 && match && columns === ofProfit ? profits(facts) : own
    return match && fitting.length > 0 ? [inWords(match, holds, fitting)] : []
  })
  const nothing = nothingOf.exec(text)
  const part = { start: nothing?.index ?? 0, end: (nothing?.index ?? 0) + (nothing?.[0].length ?? 0) }
  // “has not been reviewed” is about a date or a name, and not about a number.
  const isVerb =
    nothing !== null &&
    /^(?:has|have|had|is|was|were)/i.test(nothing[0]) &&
    !/at all|even once|a single|any/i.test(nothing[0])
  const hasBefore = (isMeant: (mention: Mention) => boolean): boolean =>
    statement.mentions.some(
      (mention) =>
        isMeant(mention) &&
        mention.start < part.start &&
        isWithin({ start: mention.start, end: mention.start }, clauseAt(statement, part.start)),
    )
  // “two out of three did not pay” is a share.
  const isShare = hasBefore(({ kind }) => kind === 'percent')
  const hasEmpty = facts.steps.some(({ result }) => result.rows.length === 0)
  const others = facts.columns.filter(({ role }) => role === 'name' || role === 'time')
  const spoken =
    nothing && !hasEmpty && !isShare
      ? [...(isVerb ? [] : spokenColumns(statement, part)), ...spokenColumns(statement, part, others)]
      : []
  // “24 candidates did not pass” is a figure. It is a condition only if one column says who passed.
  const isFigure = nothing !== null && denied.test(nothing[0]) && hasBefore(() => true)
  const own = isFigure && spoken.length > 1 ? [] : spoken
  // “no days left”: nothing is left of a whole.
  const rests = facts.derived.filter(({ relation, of }) => relation === 'rest' && of.every((one) => own.includes(one)))
  const columns = [...own.map(filledCells), ...rests]
  return [
    ...found,
    ...(nothing && columns.length > 0 ? [inWords(nothing, (value) => value === 0, columns)] : []),
    ...wholesIn(statement),
    ...nobodyIn(statement),
    ...everyoneHas(statement),
  ]
}

/** “No one left Legal”: nothing of what the verb counts, for the named rows. */
function nobodyIn(statement: Statement): Condition[] {
  const { text, names, mentions } = statement
  const match = nobody.exec(text)
  const things = names.filter(({ isDate }) => !isDate)
  const figures = mentions.filter((one) => !names.some((name) => name.isDate && isWithin(one, name)) && !isYear(one))
  if (!match || things.length === 0 || figures.length > 0 || comparing.test(text)) return []
  const [own, ...more] = spokenColumns(statement, { start: match.index + match[0].length, end: text.length })
  return own && more.length === 0 ? [{ ...inWords(match, (value) => value === 0, [own]), isOfNamed: true }] : []
}

function isYear({ value, isStated }: Mention): boolean {
  return isStated && value !== null && value >= 1900 && value < 2100
}

/** “All classes have a science score”: no value is missing. */
function everyoneHas(statement: Statement): Condition[] {
  const match = hasValue.exec(statement.text)
  if (!match) return []
  const part = { start: match.index, end: match.index + match[0].length }
  const [own, ...more] = spokenColumns(statement, part)
  return own && more.length === 0 && own.numbers.includes(null)
    ? [inWords(match, (value) => value !== 0, [filledCells(own)])]
    : []
}

/** A column with 0 for a missing value, and with 1 for a text. */
function filledCells(column: FactColumn): FactColumn {
  const { step, index, numbers } = column
  return {
    ...column,
    numbers: step.result.rows.map((row, at) => {
      const cell = row[index] ?? null
      return cell === null || cell === '' ? 0 : (numbers[at] ?? 1)
    }),
  }
}

/** “every candidate passed”, “all 24 beds are occupied”, “completely full”: nothing is left of a whole. */
function wholesIn(statement: Statement): Condition[] {
  const { text, facts } = statement
  const rests = facts.derived.filter(({ relation }) => relation === 'rest')
  const full = completely.exec(text)
  if (full && rests.length > 0) return [inWords(full, (value) => value === 0, rests)]
  const person = everyone.exec(text)
  if (person) {
    const parts = spokenColumns(statement, { start: person.index + person[0].length, end: text.length })
    const own = rests.filter(({ of: [, part] }) => parts.includes(part))
    return own.length > 0 ? [inWords(person, (value) => value === 0, own)] : []
  }
  const match = everyOf.exec(text)
  if (!match) return []
  const clause = clauseAt(statement, match.index + match[0].length)
  const near = spokenColumns(statement, { start: match.index, end: match.index + match[0].length })
  // “all billing complaints”: the noun comes after a name.
  const [next = ''] = near.length > 0 ? [] : (/^\s\p{L}+/u.exec(text.slice(match.index + match[0].length)) ?? [])
  const last = match.index + match[0].length + next.length
  const wholes = next === '' ? near : spokenColumns(statement, { start: match.index, end: last })
  const parts = spokenColumns(statement, { start: last, end: clause.end })
  const columns = rests.filter(
    ({ of: [whole, part] }) => wholes.includes(whole) && parts.includes(part) && !wholes.includes(part),
  )
  const whole = text.slice(match.index, last)
  return columns.length > 0
    ? [
        {
          ...inWords(match, (value) => value === 0, columns),
          start: match.index + whole.lastIndexOf(' ') + 1,
          end: last,
        },
      ]
    : []
}

/** “more people left than joined”, “costs exceeded revenue”: one column against another one in the same row. */
function comparedColumnsIn(statement: Statement): Condition[] {
  const { text, facts, names } = statement
  const match = comparedColumns.exec(text)
  if (!match) return []
  const clause = clauseAt(statement, match.index)
  const left = { start: clause.start, end: match.index + match[0].length }
  const name = names.find((one) => one.start >= left.end && !one.isDate)
  const right = { start: left.end, end: Math.min(clauseAt(statement, left.end + 2).end, name?.start ?? text.length) }
  const word = match[1] ?? match[2] ?? match[3] ?? ''
  const isEqual = /^(?:exactly|on|as)(?!\p{L})/iu.test(word)
  const isMore = !/^(?:fewer|less|lower|under|below|within|undersp|undersh|weniger|menos|moins)/i.test(word)
  const second = spokenOrYears(statement, right)
  const spoken = spokenOrYears(statement, left).filter((column) => !second.includes(column))
  const pairs = pairsOf(facts, spoken.length > 0 || second.length === 0 ? spoken : partnersOf(facts, second), second)
  if (pairs.length === 0) return []
  const before = textBefore(text, match.index)
  const isNear = isEqual && nearlyBefore.test(before)
  const columns = pairs.map(([one, other]) => ({
    ...one,
    numbers: one.numbers.map((value, row) => {
      const second = other.numbers[row] ?? null
      if (value === null || second === null) return null
      return isNear ? (value - second) / Math.max(Math.abs(second), Number.MIN_VALUE) : value - second
    }),
  }))
  if (isNear) return [inWords(match, (value) => Math.abs(value) <= mostNear, columns)]
  if (isEqual) return [inWords(match, (value) => value === 0, columns)]
  const isOrEqual = /(?<!\p{L})(?:met|reached|hit|at) or $/iu.test(before)
  return [inWords(match, (value) => (isMore ? value > 0 : value < 0) || (isOrEqual && value === 0), columns)]
}

/** “almost exactly on budget” is at most this much off. */
const mostNear = 0.05
const nearlyBefore = /(?<!\p{L})(?:almost|nearly|roughly|about|practically|virtually|close to) $/iu

/** The only column of the same kind as another one: “over budget” compares the budget with the costs. */
export function partnersOf({ derived }: Facts, columns: readonly FactColumn[]): FactColumn[] {
  const found = derived.flatMap(({ relation, of: [one, other] }) =>
    relation === 'gap' && columns.includes(other) ? [one] : [],
  )
  const later = derived.flatMap(({ relation, of: [one, other] }) =>
    relation === 'change' && columns.includes(other) ? [one] : [],
  )
  return [found, later].find((one) => one.length === 1) ?? []
}

function pairsOf(
  { columns }: Facts,
  left: readonly FactColumn[],
  right: readonly FactColumn[],
): [FactColumn, FactColumn][] {
  const isIn = (column: FactColumn): boolean => columns.includes(column)
  return left.flatMap((one) =>
    right.flatMap((other): [FactColumn, FactColumn][] =>
      one !== other &&
      one.step === other.step &&
      isIn(one) &&
      isIn(other) &&
      !left.includes(other) &&
      !right.includes(one)
        ? [[one, other]]
        : [],
    ),
  )
}

/** The columns of a part of a sentence: of a year that it names, else those that it speaks of. */
function spokenOrYears(statement: Statement, part: { start: number; end: number }): FactColumn[] {
  const years = textOf(statement, part).match(/\b(?:19|20)\d\d\b/g) ?? []
  const last = years.at(-1)
  const ofYear = statement.facts.numbers.filter(({ name }) => last !== undefined && name.includes(last))
  return ofYear.length > 0 ? ofYear : spokenColumns(statement, part)
}

/** “improved”, “fell”, “stayed flat”: by a column of changes, or by the columns of two periods. */
export function movesIn(statement: Statement): Condition[] {
  const { text, facts } = statement
  if (facts.columns.some(({ role }) => role === 'time')) return []
  const columns = changeColumns(facts).filter(({ name, isPercent }) => changeName.test(name) || !isPercent)
  if (columns.length === 0 || steadyWords.test(text)) return []
  return moves.flatMap(({ pattern, holds }) => {
    const match = pattern.exec(text)
    // “grew by more than 10%” is a limit.
    const isLimit = match && limitBy.test(text.slice(match.index + match[0].length))
    return match && !isLimit ? [inWords(match, holds, columns)] : []
  })
}

const limitBy = /^\s(?:by\s)?(?:more than|over|at least|less than|under|fewer than)(?!\p{L})/iu

/** The columns of changes, or what follows from the columns of two periods. */
export function changeColumns(facts: Facts): FactColumn[] {
  const named = facts.numbers.filter(({ name }) => changeName.test(name))
  return named.length > 0
    ? named
    : facts.derived.filter(
        ({ relation, of: [later, earlier] }) =>
          (relation === 'change' || relation === 'growth') && isLaterThan(later, earlier),
      )
}

const steadyWords = /\b(?:every|each) (?:year|month|quarter|week|day)\b/i
/** Names of columns of changes. */
export const changeName = /(?:^|_)(?:change|diff|difference|delta|growth)(?:_|$)/i
/** “lost members”: said of the columns of two periods only. */
const lossOf = /(?<!\p{L})(?:lost|loses?|losing)(?= \p{L})/iu
const dearer =
  /(?<!\p{L})(?:(?:became|become|got|is now|are now) (?:more expensive|pricier|dearer|larger|higher|longer)|teurer geworden)(?!\p{L})/iu
const cheaper =
  /(?<!\p{L})(?:(?:became|become|got|is now|are now) (?:cheaper|less expensive|smaller|lower|shorter)|billiger geworden)(?!\p{L})/iu
const moves: { pattern: RegExp; holds: Condition['holds'] }[] = [
  { pattern: dearer, holds: (value) => value > 0 },
  { pattern: cheaper, holds: (value) => value < 0 },
  { pattern: riseWords, holds: (value) => value > 0 },
  { pattern: fallWords, holds: (value) => value < 0 },
  { pattern: lossOf, holds: (value) => value < 0 },
  { pattern: unchangedWords, holds: (value) => value === 0 },
]

export const exceptWords =
  /(?<!\p{L})(?:except(?: for| in)?|apart from|other than|with the exception of|besides|außer|abgesehen von|excepto|salvo|sauf|tranne|exceto)(?!\p{L})/iu
export const no =
  /^[\s*_-]{0,4}(?:(?:and|but)\s)?(?:no|none|no one|nobody|not one|kein\p{L}*|ning[uú]n\p{L}*|aucune?|nessun\p{L}*|nenhum\p{L}*)(?!\p{L})/iu
export const onlyWords =
  /(?<!\p{L})(?:only|nur|solo|sólo|seulement|soltanto|apenas|einzige\p{L}*|únic[oa]s?|seule?)(?!\p{L})/iu

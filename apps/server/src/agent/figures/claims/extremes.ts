import { conceptsOf, stemOf } from '../concepts.ts'
import { rankOf, speaksOf, type FactColumn } from '../facts.ts'
import {
  clauseAt,
  columnsFor,
  commonRows,
  isNegated,
  isWithin,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Statement,
} from '../statement.ts'
import type { Clause } from '../sentences.ts'

interface Superlative extends Clause {
  direction: 'high' | 'low'
  /** The position that is claimed; 1 for “highest”, -1 for “last”. */
  place: number
  /** What is compared, if the word says it. */
  concept: string | null
}

const ordinals = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const patterns: { pattern: RegExp; direction: 'high' | 'low'; concept?: string }[] = [
  {
    pattern:
      /(?<!\p{L})(?:highest|largest|biggest|greatest|most(?! of\b| recent)|maximum|best(?:-\p{L}+)?|strongest|top(?! (?:\d|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L}))|leads?|leading|leader|tops|number one|peak(?:ed|s)?|more than any|meisten|höchste\p{L}*|größte\p{L}*|stärkste\p{L}*|beste[nrms]?|führt|an der spitze|häufigste\p{L}*|meilleure?s?|migliore|melhor|mayor(?! (?:que|n[uú]mero de)(?!\p{L}))|máxim[oa]|mejor|le plus|la plus|les plus|maggiore|il più|la più|o maior|a maior)(?!\p{L})/giu,
    direction: 'high',
  },
  {
    pattern:
      /(?<!\p{L})(?:lowest|smallest|least(?<!at least)|fewest|minimum|worst|weakest|less than any|niedrigste\p{L}*|kleinste\p{L}*|wenigsten|schwächste\p{L}*|menor(?! que\b)|mínim[oa]|peor|le moins|la moins|il meno)(?!\p{L})/giu,
    direction: 'low',
  },
  {
    pattern: /(?<!\p{L})(?:cheapest|billigste\p{L}*|günstigste\p{L}*|más barat[oa]s?)(?!\p{L})/giu,
    direction: 'low',
    concept: 'price',
  },
  {
    pattern: /(?<!\p{L})(?:priciest|teuerste\p{L}*|más car[oa]s?|plus ch(?:er|ère)s?|più car[oaie])(?!\p{L})/giu,
    direction: 'high',
    concept: 'price',
  },
  { pattern: /(?<!\p{L})(?:longest|längste\p{L}*|más larg[oa]s?)(?!\p{L})/giu, direction: 'high', concept: 'duration' },
  {
    pattern: /(?<!\p{L})(?:shortest|kürzeste\p{L}*|más cort[oa]s?)(?!\p{L})/giu,
    direction: 'low',
    concept: 'duration',
  },
  { pattern: /\b(?:heaviest|schwerste\p{L}*)\b/giu, direction: 'high', concept: 'weight' },
  { pattern: /\b(?:lightest|leichteste\p{L}*)\b/giu, direction: 'low', concept: 'weight' },
  { pattern: /\b(?:oldest|youngest|newest)\b/giu, direction: 'high', concept: 'age' },
  { pattern: /\bbusiest\b/giu, direction: 'high', concept: 'traffic' },
  { pattern: /\b(?:tallest)\b/giu, direction: 'high', concept: 'height' },
  { pattern: /(?<!\p{L})(?:más alt[oa]s?|plus haut[es]*|plus élevée?s?)(?!\p{L})/giu, direction: 'high' },
  {
    pattern:
      /(?<!\p{L})(?:el|la|los|las) (?:\p{L}+ ){0,2}más(?! (?:alt|car|barat|larg|cort|recient|antigu)| \p{L}+ que\b)/giu,
    direction: 'high',
  },
]
const notExtreme =
  /\b(?:at most|at least|one of|(?:is|are|was|were|ranks?) among|the rest|between|most of (?:the|these|all)|not necessarily)\b|\b(?:second|third|fourth|fifth|sixth|two|three|four|five|\d{1,3}(?:nd|rd|th|st)?)[ -](?:most|highest|largest|biggest|lowest|smallest|best|worst|longest|heaviest|tallest|greatest)\b/i
const ordinal =
  /\b(?:(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(\d{1,3})(?:st|nd|rd|th))\b(?! (?:quarter|time|of (?:january|february|march|april|may|june|july|august|september|october|november|december)|half|year|month|week|day|grade|street|floor)\b)/giu
const lowWords = /\b(?:lowest|smallest|fewest|least|cheapest|shortest|worst|weakest|lightest)\b/i
const last =
  /\b(?:(?:comes?|came|ranks?|ranked|is|was|finish\p{L}*) (?:in )?last(?: place)?(?! (?:year|month|week|quarter)| to\b)|in last place|at the bottom|letzte[rn]? platz)\b/giu
const runnerUp = /\brunner-?up\b/giu

/** “Germany has the highest revenue” although another row has more; “France is second” although it is third. */
export const placesFit: Check = (statement) => {
  for (const claim of superlativesIn(statement)) {
    const clause = clauseAt(statement, claim.start)
    const words = textOf(statement, clause)
    if (claim.place === 1 && notExtreme.test(words)) continue
    const dimension = dimensionOf(statement, claim)
    if (dimension === 'unknown') return `No column says what "${words.trim()}" compares.`
    const found = noComparison(statement)
    if (found !== null && claim.place === 1) return found
    for (const step of statement.facts.steps) {
      const rows = subjectIn(statement, clause, step.id)
      if (rows === null || step.result.rows.length < 2) continue
      const columns = dimension.filter((column) => column.step === step && column.role === 'number')
      const masked = statement.facts.columns.filter((column) => column.step === step && column.role === 'masked')
      if (masked.length > 0 && columns.length > 0 && spokenColumns(statement, clause, masked).length > 0)
        return 'A masked column cannot be compared.'
      if (columns.length === 0) continue
      const isTrue = columns.map((column) => isInPlace(column, rows, claim))
      const isNot = isNegated(words)
      if (isNot ? isTrue.every((one) => one === true) : isTrue.every((one) => one === false))
        return `The rows do not say "${words.trim()}".`
    }
  }
  return null
}

/** Nothing is the highest in an empty result, or of one value that no query compared with others. */
function noComparison({ facts: { steps }, mentions, names }: Statement): string | null {
  if (steps.length === 0 || steps.some(({ result }) => result.rows.length > 1)) return null
  const isCompared = steps.some(
    ({ sql, result }) =>
      result.rows.length === 1 &&
      (sql === '' || /\b(?:max|min|order by|limit|top|rank|row_number|all|any)\b/i.test(sql)),
  )
  return isCompared ||
    (mentions.length === 0 && names.length === 0 && steps.some(({ result }) => result.rows.length > 0))
    ? null
    : 'No query compared it with others.'
}

function superlativesIn({ text, mentions, names }: Statement): Superlative[] {
  const found: Superlative[] = []
  for (const { pattern, direction, concept = null } of patterns) {
    for (const { 0: written, index } of text.matchAll(pattern)) {
      found.push({ start: index, end: index + written.length, direction, place: 1, concept })
    }
  }
  const direction = lowWords.test(text) ? 'low' : 'high'
  for (const { 0: written, 1: word, 2: digits, index } of text.matchAll(ordinal)) {
    if (
      /\b(?:an?|one|two|three|four)\s$/i.test(text.slice(Math.max(0, index - 6), index)) &&
      /^s?\sof\b/.test(text.slice(index + written.length))
    )
      continue
    if (
      mentions.some(
        ({ meanings, start, end }) => meanings.some(({ op }) => op === 'rank') && index >= start && index < end,
      )
    )
      continue
    const place = digits ? Number(digits) : ordinals.indexOf(word?.toLowerCase() ?? '') + 2
    const concept = /^\s(?:most expensive)/i.test(text.slice(index + written.length)) ? 'price' : null
    found.push({ start: index, end: index + written.length, direction, place, concept })
  }
  for (const { 0: written, index } of text.matchAll(last))
    found.push({ start: index, end: index + written.length, direction: 'high', place: -1, concept: null })
  for (const { 0: written, index } of text.matchAll(runnerUp))
    found.push({ start: index, end: index + written.length, direction: 'high', place: 2, concept: null })
  const outside = found.filter((one) => !names.some(({ start, end }) => one.start >= start && one.end <= end))
  return outside.filter(
    (one, at) =>
      !outside.some(
        (other, place) => place !== at && other.concept !== null && other.start <= one.start && other.end >= one.end,
      ),
  )
}

/** Words after “most” and “best” that name no column of their own. */
const generic = new Set(
  'recent common frequent often of by far value amount number row result is was and in at with among between ever important successful active year month quarter week day customer place time one country product people city market overall likely notable significant'
    .split(' ')
    .map(stemOf),
)

/** The columns that a superlative compares; `unknown` if it names something that is in no result. */
function dimensionOf(statement: Statement, { start, end, concept, place }: Superlative): FactColumn[] | 'unknown' {
  const { facts, text, isKnown, words } = statement
  if (concept !== null) {
    const columns = facts.columns.filter(
      ({ concepts, role }) => concepts.has(concept) || (concept === 'age' && role === 'time'),
    )
    if (concept === 'traffic') {
      const busy = facts.numbers.filter(({ stems }) => traffic.some((stem) => stems.has(stem)))
      return busy.length > 0 ? busy : columnsFor(statement, clauseAt(statement, start))
    }
    return columns.length === 0 && !isKnown(concept) ? 'unknown' : columns
  }
  const clause = clauseAt(statement, start)
  const written = text.slice(start, end).toLowerCase()
  const [next] = words.filter((word) => word.start >= end && word.start <= end + 2)
  const compound =
    /^best-(\p{L}+)/u.exec(written)?.[1] ??
    /^(?:highest|lowest|best|worst)-(\p{L}+)/u.exec(text.slice(start, start + 40))?.[1]
  const isBeforeNoun = /^(?:most|least|meisten|le plus|la plus|il più|la più)$/.test(written)
  const noun = isBeforeNoun ? next?.stem : undefined
  const named = compound ? stemOf(compound) : noun
  if (named !== undefined && !generic.has(named)) {
    const columns = facts.columns.filter((column) => column.role !== 'name' && speaksOf({ stem: named }, column))
    const isName = facts.columns.some((column) => column.role === 'name' && speaksOf({ stem: named }, column))
    if (columns.length > 0) return columns
    const hasConcept = conceptsOf(named).size > 0
    if (
      place === 1 &&
      !isName &&
      !isKnown(named) &&
      (hasConcept || compound !== undefined || isAdjective(next?.text ?? ''))
    )
      return 'unknown'
  }
  // “the highest margin”: a noun that is a known concept of another kind of column.
  const nouns = words
    .filter((word) => word.start >= end && word.start <= end + 30 && isWithin(word, clause))
    .slice(0, 2)
  const spoken = nouns.flatMap(({ stem }) => facts.columns.filter((column) => speaksOf({ stem }, column)))
  const amounts = spoken.filter(({ role }) => role === 'number')
  if (amounts.length > 0) return amounts
  const strange = nouns.find(({ stem }) => conceptsOf(stem).size > 0)
  if (
    place === 1 &&
    spoken.length === 0 &&
    strange &&
    !isKnown(strange.text) &&
    spokenColumns(statement, clause).length === 0
  )
    return 'unknown'
  const ownColumns = statement.mentions
    .filter((one) => isWithin(one, clause) && (one.kind === 'value' || one.kind === 'percent'))
    .flatMap(({ meanings }) =>
      meanings.flatMap(({ op, column }) => (op === 'cell' && column?.role === 'number' ? [column] : [])),
    )
  return spokenColumns(statement, clause).length === 0 && ownColumns.length > 0
    ? ownColumns
    : columnsFor(statement, clause)
}

/** What makes a place or a time busy. */
const traffic = ['passengers', 'visitors', 'visits', 'orders', 'payments', 'trips', 'flights', 'calls'].map(stemOf)

function isAdjective(word: string): boolean {
  return (
    /(?:able|ible|al|ful|ic|ive|ous|ed|ing|ent|ant|ular|loyal|satisfied|happy|visited|rated)$/i.test(word) &&
    !/thing$/i.test(word)
  )
}

/** The one row, or the equal rows, that a clause speaks of. */
function subjectIn(statement: Statement, clause: Clause, step: string): number[] | null {
  const cells = statement.mentions.filter(
    (one) =>
      isWithin(one, clause) &&
      one.meanings.length > 0 &&
      one.meanings.every(
        ({ op, rows, column }) => op === 'stated' || (op === 'cell' && column?.step.id === step && rows?.length === 1),
      ) &&
      one.meanings.some(({ op }) => op === 'cell'),
  )
  const named = statement.names.filter((name) => isWithin(name, clause) && name.step === step)
  const rows = named.length > 0 ? commonRows(named, step) : null
  if (rows !== null) return rows.length > 0 && rows.length <= 3 ? rows : null
  const own = new Set(cells.flatMap(({ meanings }) => meanings.flatMap((one) => one.rows ?? [])))
  const values = new Set(
    cells.flatMap(({ meanings }) => meanings.map(({ value, column }) => `${column?.index} ${value}`)),
  )
  if (own.size === 1 || (own.size > 0 && own.size <= 5 && values.size === 1)) return [...own]
  if (cells.length > 0) return null
  const near = namesFor(statement, clause).filter((name) => name.step === step)
  const others = near.length > 0 ? commonRows(near, step) : null
  return others !== null && others.length === 1 ? others : null
}

/** Whether rows are in a place by a column; null if that isn't certain. */
function isInPlace(column: FactColumn, rows: readonly number[], { direction, place }: Superlative): boolean | null {
  const ranks = rows.map((row) => rankOf(column, row, direction))
  const known = ranks.filter((rank) => rank !== null)
  if (known.length === 0) return null
  if (place === -1) {
    if (!column.isComplete) return null
    return rows.some((row) => rankOf(column, row, 'low') === 1)
  }
  if (place === 1) {
    // Another row with more proves it wrong even if rows are missing.
    if (known.every((rank) => rank > 1)) return false
    if (column.isComplete || isSortedBy(column, direction)) return true
    return direction === 'low' ? false : null
  }
  const isRow = rows.some((row) => row + 1 === place) && isSortedBy(column, direction)
  if (known.includes(place) || isRow) return true
  return column.isComplete || known.every((rank) => rank > place) || isSortedBy(column, direction) ? false : null
}

function isSortedBy({ numbers }: FactColumn, direction: 'high' | 'low'): boolean {
  return numbers.every((value, at) => {
    const before = numbers[at - 1]
    if (at === 0 || value === null || before === null || before === undefined) return at === 0
    return direction === 'high' ? value <= before : value >= before
  })
}

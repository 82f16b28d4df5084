/** A part or a multiple in words, such as “a third of” or “twice”. */
import { matchesIn } from '../lib/matches-in.ts'
export interface SpokenShare {
  index: number
  length: number
  /** Percent of a part, or the factor of a multiple. */
  value: number
}

const smallNumbers =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/** Parts by their names. A part that isn't followed by “of” needs a word before it that says how exact it is. */
const parts: [pattern: RegExp, percent: number][] = [
  [/\b(?:one|a)[ -]third of\b/gi, 100 / 3],
  [/\btwo[ -]thirds\b(?: of)?/gi, 200 / 3],
  [/\b(?:one|a)[ -]quarter of\b/gi, 25],
  [/\bthree[ -]quarters\b(?: of)?/gi, 75],
  [/\b(?:one|an?)[ -]fifth of\b/gi, 20],
  [/\b(?:one|an?)[ -]tenth of\b/gi, 10],
  [/\b(?:two[ -]fifths)\b(?: of)?/gi, 40],
  [/\b(?:three[ -]fifths)\b(?: of)?/gi, 60],
  [/\b(?:four[ -]fifths)\b(?: of)?/gi, 80],
  [/\b(?:one|an?)[ -]sixth of\b/gi, 100 / 6],
  [/\b(?:one|an?)[ -]eighth of\b/gi, 12.5],
  [/\bhalf (?:(?:of )?(?:the|all|them|these|its|their|his|her|our)\b|(?=full\b|empty\b))|\bhalf of (?=\p{L})/gu, 50],
  [/\bHalf (?:(?:of )?(?:the|all|them|these|its|their)\b)|\bHalf of (?=\p{Lu})/gu, 50],
  [/(?<!\p{L})(?:die hälfte|la mitad|la moitié|la metà|a metade)(?!\p{L})/giu, 50],
  [/(?<!\p{L})(?:ein drittel|un tercio|un tiers|un terzo|um terço)(?!\p{L})/giu, 100 / 3],
  [/(?<!\p{L})(?:zwei drittel|dos tercios|deux tiers|due terzi|dois terços)(?!\p{L})/giu, 200 / 3],
  [/(?<!\p{L})(?:ein viertel|una cuarta parte|un quart|un quarto|um quarto)(?!\p{L})/giu, 25],
  [/(?<!\p{L})(?:drei viertel|tres cuartos|trois quarts|tre quarti|três quartos)(?!\p{L})/giu, 75],
]
/** “dropped by about a fifth”. */
const partAfter =
  /(?<=\b(?:by|than|about|around|roughly|nearly|almost|over|under|some|approximately) )an? (half|third|quarter|fifth|sixth|eighth|tenth)\b(?! of)/gi
/** “a third higher”, “a quarter full”. */
const partBefore =
  /(?<!\p{L})(?:an?|one) (half|third|quarter|fifth|sixth|eighth|tenth)(?= (?:full|empty|more|less|fewer|above|below|(?!other|over|under|per)\p{L}{3,}er)(?!\p{L}))/giu
const halfAfter = /(?<=\b(?:by|than|about|around|roughly|nearly|almost|over|under) )half\b(?! (?:an?|of|the|all)\b)/gi
const partNames = new Map([
  ['half', 50],
  ['third', 100 / 3],
  ['quarter', 25],
  ['fifth', 20],
  ['sixth', 100 / 6],
  ['eighth', 12.5],
  ['tenth', 10],
])
/** “one in eight”, “four out of five”, “three out of every ten”. */
const oneIn =
  /(?<![\p{L}\d])(\p{L}+|\d{1,2}) (?:(?:in|out of|von|de cada|su) (?:every |je )?|(?:of|de|sur) (?:every|cada) )(\p{L}+|\d{1,3})(?![\p{L},.%]|\s?\d)/giu
const multiples: [pattern: RegExp, factor: number][] = [
  [/(?<!\p{L})(?:twice|doubled?|doubles|doppelt(?= so)|el doble|le double|il doppio|o dobro)(?!\p{L})/giu, 2],
  [/(?<!\p{L})(?:half(?= as\b)|halb(?= so\b))(?!\p{L})/giu, 0.5],
  [/(?<!\p{L})a third(?= as\b)/giu, 1 / 3],
  [/(?<!\p{L})(?:zweimal(?= so)|dos veces|deux fois|due volte|duas vezes)(?!\p{L})/giu, 2],
  [/(?<!\p{L})(?:thrice|tripled?|triples|dreimal(?= so)|el triple|le triple|il triplo|o triplo)(?!\p{L})/giu, 3],
  [/(?<!\p{L})(?:tres veces|trois fois|tre volte|três vezes)(?!\p{L})/giu, 3],
  [/(?<!\p{L})(?:quadrupled?|quadruples|viermal(?= so)|cuatro veces|quatre fois|quattro volte)(?!\p{L})/giu, 4],
  [/(?<!\p{L})(?:fünfmal(?= so)|cinco veces|cinq fois|cinque volte)(?!\p{L})/giu, 5],
]

/** “7 out of 10” is a share; “29 out of 31” are two figures. */
const roundWholes: ReadonlySet<number> = new Set([2, 3, 4, 5, 10, 20, 100])

/** @returns the number from 1 to 20 that a word or digits say; NaN for another word */
export function smallNumber(written: string): number {
  if (/^\d/.test(written)) return Number(written)
  if (/^(?:one|eine?[rs]?|un[oa]?|une)$/i.test(written)) return 1
  const at = smallNumbers.indexOf(written.toLowerCase())
  return at < 0 ? Number.NaN : at + 2
}

/** “jeder fünfte”, “every third”. */
const everyNth =
  /(?<!\p{L})(?:jede[rs]?|every) (zweite|dritte|vierte|fünfte|sechste|achte|zehnte|second|third|fourth|fifth|sixth|eighth|tenth)[nrs]?(?! (?:day|week|month|year|tag|woche|monat|jahr))(?!\p{L})/giu
const nths = new Map(
  'zweite dritte vierte fünfte sechste achte zehnte second third fourth fifth sixth eighth tenth'
    .split(' ')
    .map((word, at) => [word, 100 / ([2, 3, 4, 5, 6, 8, 10][at % 7] ?? 1)]),
)

/** The parts of a whole that a text names in words, in percent. */
export function fractionPhrases(text: string): SpokenShare[] {
  const named = [partAfter, partBefore]
    .flatMap((pattern) => matchesIn(text, pattern))
    .map(({ 0: written, 1: name = '', index }) => ({
      index,
      length: written.length,
      value: partNames.get(name.toLowerCase()) ?? Number.NaN,
    }))
  const halves = matchesIn(text, halfAfter).map(({ index }) => ({ index, length: 'half'.length, value: 50 }))
  const ones = matchesIn(text, oneIn).flatMap(({ 0: written, 1: part = '', 2: whole = '', index }) => {
    const [own, of] = [smallNumber(part), smallNumber(whole)]
    const isSpoken = !/^\d/.test(part) || roundWholes.has(of)
    return of >= 2 && own >= 1 && own < of && isSpoken
      ? [{ index, length: written.length, value: (100 * own) / of }]
      : []
  })
  const every = matchesIn(text, everyNth).map(({ 0: written, 1: word = '', index }) => ({
    index,
    length: written.length,
    value: nths.get(word.toLowerCase()) ?? Number.NaN,
  }))
  return withoutOverlaps([...found(text, parts), ...every, ...named, ...halves, ...ones])
}

/** The multiples that a text names in words, such as “twice”. */
export function ratioPhrases(text: string): SpokenShare[] {
  return withoutOverlaps(found(text, multiples))
}

function found(text: string, list: [RegExp, number][]): SpokenShare[] {
  return list.flatMap(([pattern, value]) =>
    matchesIn(text, pattern).map(({ 0: written, index }) => ({ index, length: written.length, value })),
  )
}

function withoutOverlaps(phrases: SpokenShare[]): SpokenShare[] {
  return phrases.filter(
    ({ index }, at) =>
      !phrases.some((other, place) => place < at && index >= other.index && index < other.index + other.length),
  )
}

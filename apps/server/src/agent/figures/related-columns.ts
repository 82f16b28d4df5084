import { conceptsOf } from './concepts.ts'
import { quantities, unitOfName } from './measures.ts'
import type { FactColumn } from './fact-column.ts'

/** How the numbers of a derived column follow from two columns of the same row. */
export type Relation =
  /** What is left of a whole: free of all slots. */
  | 'rest'
  /** The part of a whole in percent. */
  | 'part'
  /** The rest of a whole in percent. */
  | 'restPart'
  /** An amount for each of what the other column counts. */
  | 'per'
  /** The difference of two columns of the same kind. */
  | 'gap'
  | 'gapPercent'
  /** The change from the column of a period to that of a later one, and the same in percent. */
  | 'change'
  | 'growth'
  /** The days from one date to a later one of the same row. */
  | 'days'

/** A column that is in no result but that a sentence may speak of, such as free slots. */
export interface DerivedColumn extends FactColumn {
  relation: Relation
  /** The whole, the amount, or the later period; then the other column. */
  of: readonly [FactColumn, FactColumn]
  /** Over all rows; null if that means nothing. */
  total: number | null
}

/** Columns of one result that are compared with each other, and rows of a result whose columns are. */
const mostRelated = 8
const mostRows = 200

/** Words that speak of a relation, in the languages whose numbers are read. */
export const relationWords: Record<Relation, RegExp> = {
  rest: /(?<!\p{L})(?:free|left|remain\p{L}*|rest|un\p{L}{3,}ed|un\p{L}{4,}(?:et|en)(?= |\.)|unused|vacant|empty|open|available|spare|not|none|never|without|fail\p{L}*|miss\p{L}*|other|on time|punctual\p{L}*|unsold|libre|frei\p{L}*|übrig\p{L}*|nicht|ohne|libres?|restant\p{L}*|quedan|sin|no|sans|pas)(?!\p{L})|n['’]t(?!\p{L})/iu,
  restPart:
    /(?<!\p{L})(?:free|left|remain\p{L}*|rest|un\p{L}{3,}ed|un\p{L}{4,}(?:et|en)(?= |\.)|unused|vacant|empty|open|available|spare|not|none|never|without|fail\p{L}*|miss\p{L}*|other|kept|on time|punctual\p{L}*|unsold|libre|frei\p{L}*|übrig\p{L}*|nicht|ohne|libres?|restant\p{L}*|quedan|sin|no|sans|pas)(?!\p{L})|n['’]t(?!\p{L})/iu,
  part: /./u,
  per: /(?<!\p{L})(?:per|each(?= \p{L})|every(?= \p{L})|average\p{L}*|for (?:every|each)|an? (?=\p{L}+ .{0,60}(?:worth|cost|brings?|brought|spen[dt]s?|pays?|earn\p{L}*)(?!\p{L}))|pro|je|im schnitt|durchschnittlich|por|cada|de media|promedio|par|chaque|en moyenne)(?!\p{L})|(?:cost|pays?|paid|spen[dt]s?|earns?)s? (?:about |around |roughly )?[$€£¥]?[\d.,]+k? (?:an?|each)(?!\p{L})|(?<!\p{L})an? \p{L}+ (?:costs?|takes?|took|needs?|lasts?)|[$€£]\s?[\d.,]+ an? \p{L}|\d (?:euros?|dollars?|cents?|pounds?|francs?) an? \p{L}/iu,
  gap: /(?<!\p{L})(?:net|more|fewer|less|difference|gap|balance|surplus|deficit|short(?:fall)?|shy|needs?|to go|miss(?:es|ed)?|beyond|past|exceed\p{L}*|gain\p{L}*|lost|over|under|above|below|by|higher|lower|margin|profit|debajo|encima|dépass\p{L}*|super\p{L}*|netto|mehr|weniger|differenz|unterschied|über|unter|um|más|menos|diferencia|plus|moins|différence)(?!\p{L})/iu,
  gapPercent:
    /(?<!\p{L})(?:more|less|fewer|exceed\p{L}*|over|under|above|below|higher|lower|by|mehr|weniger|más|menos|plus|moins)(?!\p{L})/iu,
  change:
    /(?<!\p{L})(?:more|fewer|less|higher|lower|difference|change\p{L}*|up|down|by|rise|rose|grew|growth|increase\p{L}*|decrease\p{L}*|drop\p{L}*|fell|fall\p{L}*|declin\p{L}*|improve\p{L}*|gain\p{L}*|lost|los(?:e|es|ing)|shr[aiu]nk\p{L}*|slip\p{L}*|climb\p{L}*|added|cheaper|expensive|faster|slower|mehr|weniger|um|veränderung|más|menos|cambio|plus|moins|évolution)(?!\p{L})/iu,
  growth:
    /(?<!\p{L})(?:more|fewer|less|higher|lower|change\p{L}*|up|down|by|rise|rose|grew|growth|increase\p{L}*|decrease\p{L}*|drop\p{L}*|fell|fall\p{L}*|declin\p{L}*|improve\p{L}*|gain\p{L}*|lost|los(?:e|es|ing)|shr[aiu]nk\p{L}*|slip\p{L}*|climb\p{L}*|added|cheaper|expensive|faster|slower|mehr|weniger|um|wachstum|más|menos|crecimiento|plus|moins|croissance)(?!\p{L})/iu,
  days: /(?<!\p{L})(?:days?|weeks?|months?|nights?|long\p{L}*|short\p{L}*|slow\p{L}*|fast\p{L}*|quick\p{L}*|tage?n?|wochen?|lang\p{L}*|kurz\p{L}*|días?|semanas?|jours?|semaines?)(?!\p{L})/iu,
}

/** The columns that follow from pairs of columns of the same result. */
export function relatedColumns(columns: readonly FactColumn[]): DerivedColumn[] {
  return [...relatedNumbers(columns), ...daysBetween(columns)]
}

function relatedNumbers(columns: readonly FactColumn[]): DerivedColumn[] {
  const numbers = columns.filter(({ role }) => role === 'number')
  const steps = [...new Set(numbers.map(({ step }) => step))].filter(({ result }) => result.rows.length <= mostRows)
  return steps.flatMap((step) => {
    const own = numbers.filter((column) => column.step === step).slice(0, mostRelated)
    const found = own.flatMap((one) => own.flatMap((other) => (one === other ? [] : relationsOf(one, other))))
    return found.filter((column) => !isUnlikelyPart(column, found))
  })
}

const wholeDay = /^\d{4}-\d{2}-\d{2}/
const dayLength = 86_400_000

/** How long it took from one date of a row to another one, if it is never the other way around. */
function daysBetween(columns: readonly FactColumn[]): DerivedColumn[] {
  const times = columns
    .filter(({ role, step }) => role === 'time' && step.result.rows.length <= mostRows)
    .slice(0, mostRelated)
  return times.flatMap((later) =>
    times
      .filter((earlier) => earlier !== later && earlier.step === later.step)
      .flatMap((earlier): DerivedColumn[] => {
        const numbers = later.step.result.rows.map((row) => {
          const [end, start] = [later, earlier].map(({ index }) => wholeDay.exec(String(row[index] ?? ''))?.[0])
          return start === undefined || end === undefined ? null : (Date.parse(end) - Date.parse(start)) / dayLength
        })
        const known = numbers.filter((one) => one !== null)
        if (known.length === 0 || known.some((one) => one < 0) || known.every((one) => one === 0)) return []
        return [
          {
            ...later,
            name: 'days',
            role: 'number',
            numbers,
            concepts: new Set(['duration', 'speed']),
            relation: 'days',
            of: [later, earlier],
            total: null,
            isPercent: false,
            isFraction: false,
            isCount: false,
            scale: 1,
          },
        ]
      }),
  )
}

export const partRelations: ReadonlySet<Relation> = new Set(['rest', 'part', 'restPart'])
/** What was done with a part of a whole: taken, used, sold. */
const done = /(?:ed|en|sold|spent|paid|won|lost|gone)(?:$|_)/i

/** Of days that are due, those that were taken are the part that leaves a rest, and not the sick days. */
function isUnlikelyPart({ relation, of: [whole, part] }: DerivedColumn, all: readonly DerivedColumn[]): boolean {
  const isOwn = done.test(part.name) || isNamedAfter(part, whole) || isIncident(part)
  if (!partRelations.has(relation) || isOwn) return false
  return all.some(
    (other) =>
      other.relation === 'rest' && done.test(other.of[1].name) && (other.of[0] === whole || other.of[1] === whole),
  )
}

/** “on_time_trips” are trips. */
function isNamedAfter(part: FactColumn, whole: FactColumn): boolean {
  return whole.stems.size > 0 && [...whole.stems].every((stem) => part.stems.has(stem))
}

function relationsOf(one: FactColumn, other: FactColumn): DerivedColumn[] {
  const found: DerivedColumn[] = []
  const derive = (relation: Relation, compute: (a: number, b: number) => number, total: 'sum' | 'compute'): void => {
    const numbers = one.numbers.map((value, row) => {
      const second = other.numbers[row] ?? null
      const result = value === null || second === null ? Number.NaN : compute(value, second)
      return Number.isFinite(result) ? result : null
    })
    const known = numbers.flatMap((value, row) => (value === null ? [] : [row]))
    if (known.length === 0) return
    const sumOf = (column: FactColumn): number => known.reduce((sum, row) => sum + (column.numbers[row] ?? 0), 0)
    const whole =
      total === 'sum' ? known.reduce((sum, row) => sum + (numbers[row] ?? 0), 0) : compute(sumOf(one), sumOf(other))
    const isPercent =
      relation === 'part' || relation === 'restPart' || relation === 'growth' || relation === 'gapPercent'
    found.push({
      ...one,
      numbers,
      relation,
      of: [one, other],
      total: one.isComplete && Number.isFinite(whole) ? whole : null,
      isPercent,
      isFraction: false,
      isComplete: one.isComplete && numbers.every((value) => value !== null),
      isCount: one.isCount && relation !== 'per' && !isPercent,
      scale: isPercent || relation === 'per' || one.scale !== other.scale ? 1 : one.scale,
    })
  }
  if (isPartOf(other, one)) {
    derive('rest', (whole, part) => whole - part, 'sum')
    derive('part', (whole, part) => (part / whole) * 100, 'compute')
    derive('restPart', (whole, part) => 100 - (part / whole) * 100, 'compute')
  }
  if (isAmountPer(one, other)) derive('per', (amount, count) => amount / count, 'compute')
  if (isLaterThan(one, other)) {
    derive('change', (later, earlier) => later - earlier, 'sum')
    derive('growth', (later, earlier) => (later / earlier - 1) * 100, 'compute')
  } else if (isSameKind(one, other)) {
    derive('gap', (a, b) => a - b, 'sum')
    if (isMoney(one) || isMoney(other)) {
      derive('gapPercent', (a, b) => (a / b - 1) * 100, 'compute')
      if (!isPartOf(one, other) && !isPartOf(other, one))
        derive('part', (whole, part) => (part / whole) * 100, 'compute')
    }
  }
  return found
}

/** Whether a number is part of another one in each row, such as the passed of all candidates. */
function isPartOf(part: FactColumn, whole: FactColumn): boolean {
  if (isRate(part) || isRate(whole) || !isOfOneKind(part, whole) || isAverage(part) || isAverage(whole)) return false
  if (!mayBePart(part, whole) || !hasSameUnit(part, whole)) return false
  const pairs = pairsOf(part, whole)
  return pairs.length > 0 && pairs.every(([a, b]) => a >= 0 && a <= b) && pairs.some(([a, b]) => a < b)
}

/** What happens to some of whatever is counted. */
const incidents = ['errors', 'complaints', 'defects', 'returns', 'scrap']

function isIncident({ concepts }: FactColumn): boolean {
  return incidents.some((one) => concepts.has(one))
}

/** Things of another kind aren't a part: the staff of a pharmacy isn't part of its prescriptions. */
function mayBePart(part: FactColumn, whole: FactColumn): boolean {
  // Whatever a place holds may be part of its capacity.
  if (whole.concepts.has('capacity') || isIncident(part)) return true
  const isShared = [...part.stems].some((stem) => whole.stems.has(stem))
  return isShared || [...part.concepts].every((concept) => !things.has(concept) || whole.concepts.has(concept))
}

/** Concepts of things that a column counts. */
export const things: ReadonlySet<string> = new Set(
  'orders customers invoices tracks employees films rentals members tasks visits payments tickets patients beds rooms students readers loans parcels errors'.split(
    ' ',
  ),
)

function isAmountPer(amount: FactColumn, count: FactColumn): boolean {
  if (isRate(amount) || isRate(count) || isMoney(count) || isAverage(amount) || isAverage(count)) return false
  const pairs = pairsOf(amount, count)
  return pairs.length > 0 && pairs.every(([, b]) => b >= 0 && Number.isInteger(b))
}

/** Whether two columns hold the same for two periods, such as `sales_2026` and `sales_2025`. */
export function isLaterThan(later: FactColumn, earlier: FactColumn): boolean {
  const [one, two] = [later, earlier].map(periodOf)
  // `score` or `team_score`, and `previous_score`.
  if (one === undefined && two?.order === 0) {
    const words = two.rest.split('_').filter(Boolean)
    const own = new Set(later.name.toLowerCase().split('_'))
    return words.length > 0 && words.every((word) => own.has(word))
  }
  return one !== undefined && two !== undefined && one.rest === two.rest && one.order > two.order
}

const periods: [pattern: RegExp, order: number][] = [
  [/(?<=^|[_\s])(?:previous|prev|last|before|old|prior)(?:_?(?:year|month|quarter|week))?(?=$|[_\s])/i, 0],
  [/(?<=^|[_\s])(?:current|this|after|new|now)(?:_?(?:year|month|quarter|week))?(?=$|[_\s])/i, 1],
]

function periodOf({ name, period: ofYear }: FactColumn): { rest: string; order: number } | undefined {
  const [year] = /(?:19|20)\d\d/.exec(name) ?? []
  if (year !== undefined) return { rest: name.replace(year, '').toLowerCase(), order: Number(year) }
  if (ofYear !== null && ofYear.rest !== '') return { rest: ofYear.rest, order: ofYear.number }
  const found = periods.find(([pattern]) => pattern.test(name))
  return found && { rest: name.replace(found[0], '').toLowerCase(), order: found[1] }
}

/** Whether two columns hold numbers that may be added or compared: money, counts, or amounts of about the same size. */
export function isSameKind(one: FactColumn, other: FactColumn): boolean {
  if (isRate(one) !== isRate(other) || isAverage(one) !== isAverage(other)) return false
  if (!isOfOneKind(one, other)) return false
  if (!hasSameUnit(one, other)) return false
  const [large, small] = [largestOf(one), largestOf(other)].toSorted((a, b) => b - a)
  return small !== undefined && large !== undefined && small > 0 && large / small < mostTimes
}

/** Whether both columns hold money, or neither; a target or what came of it, without a unit, is of the other one's kind. */
function isOfOneKind(one: FactColumn, other: FactColumn): boolean {
  const isOpen = (column: FactColumn): boolean =>
    !isMoney(column) &&
    (column.concepts.has('target') || /^(?:actuals?|closed|achieved|booked|realized|forecast|ist)$/i.test(column.name))
  return isMoney(one) === isMoney(other) || isOpen(one) || isOpen(other)
}

/** Whether the names of two columns give the same unit, or none: minutes aren't part of visits. */
function hasSameUnit(one: FactColumn, other: FactColumn): boolean {
  return quantities.every(
    (quantity) => unitOfName(one.name, quantity)?.factor === unitOfName(other.name, quantity)?.factor,
  )
}

/** Columns of the same kind aren't much larger than each other. */
const mostTimes = 50

function largestOf({ numbers }: FactColumn): number {
  return Math.max(0, ...numbers.map((value) => Math.abs(value ?? 0)))
}

function pairsOf(one: FactColumn, other: FactColumn): [number, number][] {
  return one.numbers.flatMap((value, row): [number, number][] => {
    const second = other.numbers[row]
    return value === null || second === null || second === undefined ? [] : [[value, second]]
  })
}

function isRate({ isPercent, isFraction, relation }: FactColumn & { relation?: Relation }): boolean {
  return relation === undefined && (isPercent || isFraction)
}

function isAverage({ name }: FactColumn): boolean {
  return /avg|average|mean|durchschnitt|promedio|moyenne|media/i.test(name)
}

const moneyWords = ['revenue', 'price', 'profit', 'salary', 'budget', 'sales', 'freight', 'bonus', 'assets', 'rent']
const moneyName = /usd|eur|gbp|chf|amount|cost|spent|spend|expense|balance|limit|betrag|importe|montant|payroll/i

const soldThings =
  /^(?:\p{L}{3,}s_(?:sold|unsold|vendus|vendidos|verkauft)|(?:un)?sold_\p{L}{3,}s|verkaufte_\p{L}{3,})$/iu

/** Whether a column holds amounts of money, by its name. */
export function isMoney({ name, stems, isCount }: FactColumn): boolean {
  if (moneyName.test(name)) return true
  // “books_sold” are books, and “sold” is how many.
  if (soldThings.test(name) || /^(?:un)?sold$/i.test(name)) return false
  // “losses” may be of money or of games.
  const isOfMoney = (stem: string): boolean =>
    moneyWords.some((one) => conceptsOf(stem).has(one)) && !conceptsOf(stem).has('losses')
  return !isCount && [...stems].some(isOfMoney)
}

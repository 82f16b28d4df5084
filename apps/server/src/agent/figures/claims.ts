import type Big from 'big.js'
import type { NamedRows } from './names.ts'
import { numberOf, type FigureKind } from './resolve.ts'
import { clausesOf, type Clause } from './sentences.ts'
import type { Step } from './step.ts'

/** A figure in a sentence: where it stands, and where it comes from. */
export interface Mention {
  /** Its position in the sentence. */
  start: number
  end: number
  kind: FigureKind
  value: Big | null
  step: string
  column: number | null
  /** Indexes of the rows; null if it covers all of them. */
  rows: number[] | null
  /** Whether it compares figures, so that its sign says which one is larger. */
  isSigned: boolean
}

/** A sentence with everything that is known about it. */
export interface Statement {
  text: string
  mentions: Mention[]
  names: NamedRows[]
  steps: readonly Step[]
}

type Check = (statement: Statement) => string | null

/**
 * Finds what a sentence claims about its figures that the rows contradict: a figure of another thing, a wrong extreme or
 * position, a comparison the wrong way round, a wrong direction, a wrong unit. It only reports what it is sure of.
 * @returns why the sentence is wrong, in words for the model; null if nothing contradicts it
 */
export function contradictionOf(statement: Statement): string | null {
  for (const check of checks) {
    const found = check(statement)
    if (found !== null) return found
  }
  return null
}

/** “Germany had {r1.revenue[1]}” although row 1 is about France. */
const figureOfAnother: Check = (statement) => {
  const { mentions, names, text } = statement
  const placed = mentions.filter((one): one is Mention & { rows: number[] } => one.rows !== null && one.rows.length > 0)
  const clauses = clausesOf(text)
  for (const mention of placed) {
    const near = names.filter((name) => name.step === mention.step && inSameClause(clauses, name, mention))
    if (near.length === 0 || near.some((name) => fits(name, mention))) continue
    if (!areInOrder(placed, names)) {
      return `${text.slice(mention.start, mention.end)} is not a figure of ${near.map((name) => text.slice(name.start, name.end)).join(' or ')}.`
    }
  }
  return null
}

function fits({ rows, step }: NamedRows, mention: Mention): boolean {
  return mention.step === step && (mention.rows === null || mention.rows.some((row) => rows.includes(row)))
}

/** “Germany and France had 5 and 3”: the first name belongs to the first figure, and so on. */
function areInOrder(mentions: Mention[], names: NamedRows[]): boolean {
  if (mentions.length < 2 || mentions.length !== names.length) return false
  return mentions.every((mention, at) => {
    const name = names[at]
    return name !== undefined && fits(name, mention)
  })
}

const highest =
  /\b(?:highest|largest|biggest|greatest|most(?! of\b| recent)|maximum|best[- ]selling|top(?! \w+ (?:are|is)\b)(?! (?:\d+|two|three|four|five|ten)\b)|leads?|leading|more than any)\b/i
const lowest = /\b(?:lowest|smallest|least|fewest|minimum|cheapest|less than any)\b/i
const notExtreme =
  /\b(?:at (?:most|least)|one of|among|(?:second|third|fourth|fifth|\d(?:nd|rd|th))[ -](?:highest|largest|biggest|most|lowest|smallest|least|best)|not the|between)\b/i

/** “Germany has the highest revenue” although another row has more. */
const wrongExtreme: Check = (statement) => {
  for (const clause of clausesOf(statement.text)) {
    const words = statement.text.slice(clause.start, clause.end)
    if (notExtreme.test(words)) continue
    const isHighest = highest.test(words)
    if (isHighest === lowest.test(words)) continue
    const subject = subjectIn(clause, statement)
    if (!subject) continue
    const ranks = subject.columns.map((column) =>
      rankIn(subject.step, { column, row: subject.row, ascending: !isHighest }),
    )
    if (ranks.length > 0 && ranks.every((rank) => rank !== null && rank > 1)) {
      return `The rows do not say "${words.trim()}": another row has ${isHighest ? 'more' : 'less'}.`
    }
  }
  return null
}

const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const ordinal =
  /\b(?:(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(\d{1,3})(?:st|nd|rd|th))\b(?! (?:quarter|time|of (?:january|february|march|april|may|june|july|august|september|october|november|december)|half|year|month|week|day)\b)/i

/** “France is second” although it is third in every way. */
const wrongPosition: Check = (statement) => {
  for (const clause of clausesOf(statement.text)) {
    const words = statement.text.slice(clause.start, clause.end)
    const [written, word, digits] = ordinal.exec(words) ?? []
    const isReference = statement.mentions.some(
      ({ kind, start, end }) => kind === 'rank' && start >= clause.start && end <= clause.end,
    )
    if (!written || isReference) continue
    const wanted = digits ? Number(digits) : ordinalWords.indexOf(word?.toLowerCase() ?? '') + 1
    const subject = subjectIn(clause, statement)
    if (!subject) continue
    const ascending = lowest.test(statement.text)
    const ranks = subject.columns.map((column) => rankIn(subject.step, { column, row: subject.row, ascending }))
    if (ranks.includes(null)) continue
    if (![...ranks, subject.row + 1].includes(wanted)) return `The rows do not say "${words.trim()}".`
  }
  return null
}

interface Subject {
  step: Step
  row: number
  /** Columns that the claim may be about. */
  columns: number[]
}

/** The one row that a clause speaks of, by its figure or by its name; null if that isn't clear. */
function subjectIn(clause: Clause, { text, mentions, names, steps }: Statement): Subject | null {
  const inside = ({ start, end }: Clause): boolean => start >= clause.start && end <= clause.end
  const cells = mentions.filter((one) => inside(one) && one.rows?.length === 1 && one.kind === 'cell')
  const numbers = cells.filter(({ value }) => value !== null)
  const named = names.filter((one) => inside(one) && one.rows.length === 1)
  const [row, ...others] = new Set([...cells.flatMap(({ rows }) => rows ?? []), ...named.flatMap(({ rows }) => rows)])
  const step = steps.find(({ id }) => id === (cells[0] ?? named[0])?.step)
  if (row === undefined || others.length > 0 || !step || step.result.rows.length < 2) return null
  const [only] = numbers
  if (numbers.length === 1 && only && only.column !== null) return { step, row, columns: [only.column] }
  const columns = numericColumns(step)
  const words = text.slice(clause.start, clause.end).toLowerCase()
  const spoken = columns.filter((column) => words.includes(spokenName(step.result.columns[column]?.name ?? '')))
  return { step, row, columns: spoken.length > 0 ? spoken : columns }
}

/** A column's name as a sentence says it; one that no sentence says if it has no letters. */
function spokenName(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase().trim()
  return /\p{L}{3}/u.test(words) ? words : '\0'
}

/** Columns and rows of a result whose claims are checked; a larger result proves nothing wrong. */
const mostColumns = 20
const mostRows = 200

function numericColumns({ result, masked }: Step): number[] {
  if (result.rows.length > mostRows) return []
  return result.columns.slice(0, mostColumns).flatMap((_, index) => {
    const cells = result.rows.map((row) => row[index] ?? null).filter((cell) => cell !== null)
    return !masked.has(index) && cells.length > 0 && cells.every((cell) => numberOf(cell) !== null) ? [index] : []
  })
}

/** The position of a row by a column; null if that isn't certain. */
function rankIn(
  step: Step,
  { column, row, ascending }: { column: number; row: number; ascending: boolean },
): number | null {
  const own = numberOf(step.result.rows[row]?.[column] ?? null)
  if (own === null || step.result.truncated || step.masked.has(column) || step.result.rows.length > mostRows)
    return null
  const ahead = step.result.rows.filter((other) => {
    const value = numberOf(other[column] ?? null)
    return value !== null && (ascending ? value.lt(own) : value.gt(own))
  })
  return ahead.length + 1
}

const more = /\b(?:more|higher|larger|greater|bigger|better|above|over|exceed(?:s|ed)?|ahead of|outsold|beat|beats)\b/i
const less = /\b(?:less|fewer|lower|smaller|below|under|behind)\b/i

/** “{A}, more than {B}” although A is less. */
const wrongComparison: Check = ({ text, mentions }) => {
  const numbers = mentions.filter(({ value, kind }) => value !== null && kind === 'cell')
  for (const [at, right] of numbers.entries()) {
    const left = numbers[at - 1]
    if (!left?.value || !right.value || left.column !== right.column) continue
    const between = text.slice(left.end, right.start)
    if (
      between.length > 80 ||
      /\b(?:not|no)\b/i.test(between) ||
      !/\b(?:than|above|below|over|under|exceed\w*|ahead of|behind)\b/i.test(between)
    )
      continue
    const isMore = more.test(between)
    if (isMore === less.test(between)) continue
    if (isMore ? left.value.lte(right.value) : left.value.gte(right.value)) {
      return `${text.slice(left.start, left.end)} is not ${isMore ? 'more' : 'less'} than ${text.slice(right.start, right.end)}.`
    }
  }
  return null
}

const up = /\b(?:rose|rise[sn]?|grew|grow(?:s|n|th)?|increased?s?|climbed|went up|gained|up(?= (?:by|from)))\b/i
const down =
  /\b(?:fell|fall(?:s|en)?|dropped|drops?|declined?s?|decreased?s?|shrank|went down|lost|down(?= (?:by|from)))\b/i
const steadily =
  /\b(?:every|each)\s(?:single\s)?(?:year|month|quarter|week|day|period|time)\b|\b(?:steadily|continuously|consistently|year after year)\b/i

/** “rose from {A} to {B}” although B is less, “fell by {change}” although it is positive, “grew every year” although not. */
const wrongDirection: Check = (statement) => {
  const { text, mentions, steps } = statement
  const isUp = up.test(text)
  if (isUp === down.test(text) || /\b(?:not|no|never|didn't|did not)\b/i.test(text)) return null
  const word = isUp ? 'rose' : 'fell'
  const signed = mentions.filter(({ isSigned, value }) => isSigned && value !== null)
  if (signed.some(({ value }) => (isUp ? value?.lt(0) : value?.gt(0))))
    return `The change has the other sign, so nothing ${word}.`
  const pair = fromTo(text, mentions)
  if (pair && (isUp ? pair[0].gte(pair[1]) : pair[0].lte(pair[1]))) return `This is not how the rows ${word}.`
  if (!steadily.test(text)) return null
  const step = mentions[0] ? steps.find(({ id }) => id === mentions[0]?.step) : steps.at(-1)
  if (!step || step.result.truncated) return null
  const columns = numericColumns(step).filter(
    (column) => !/year|month|quarter|week|day|date/i.test(step.result.columns[column]?.name ?? ''),
  )
  const isTrue = columns.some((column) => isMonotonic(step, { column, isUp }))
  return columns.length > 0 && !isTrue ? `It did not go ${isUp ? 'up' : 'down'} from every row to the next.` : null
}

/** The two numbers of “from {A} … to {B}”. */
function fromTo(text: string, mentions: Mention[]): [Big, Big] | null {
  for (const [at, right] of mentions.entries()) {
    const left = mentions[at - 1]
    if (!left?.value || !right.value || left.column !== right.column || right.kind !== 'cell') continue
    const isFrom = /\bfrom\s(?:\S+\s){0,3}$/i.test(text.slice(Math.max(0, left.start - 40), left.start))
    if (isFrom && /\bto\b/i.test(text.slice(left.end, right.start))) return [left.value, right.value]
  }
  return null
}

/** In one direction from row to row; rows listed backwards in time count too, because their order is known only to SQL. */
function isMonotonic({ result }: Step, { column, isUp }: { column: number; isUp: boolean }): boolean {
  const values = result.rows.map((row) => numberOf(row[column] ?? null))
  const dates = result.rows.map((row) => row.find((cell) => typeof cell === 'string' && /^\d{4}/.test(cell)) ?? row[0])
  const isBackwards = String(dates[0] ?? '') > String(dates.at(-1) ?? '')
  const ordered = isBackwards ? values.toReversed() : values
  return ordered.every((value, at) => {
    const before = ordered[at - 1]
    if (at === 0) return true
    if (value === null || before === null || before === undefined) return false
    return isUp ? value.gt(before) : value.lt(before)
  })
}

const percentName = /percent|pct|share|rate|ratio|margin|discount|growth|change|prozent|anteil/i
const countName = /(?:^|_)(?:count|number|qty|quantity|orders|customers|rows|n|num|items|units)$/i

/** “{r1.orders}%” although orders are counted, or “${count(r1)}”. */
const wrongUnit: Check = ({ text, mentions, steps }) => {
  for (const { start, end, kind, column, step: id } of mentions) {
    const name = column === null ? '' : (steps.find((step) => step.id === id)?.result.columns[column]?.name ?? '')
    const shown = text.slice(start, end)
    const isPercent = kind === 'percent' || shown.endsWith('%')
    if (!isPercent && !percentName.test(name) && /^\s?(?:%|percent\b|per cent\b)/i.test(text.slice(end))) {
      return `${shown} is not a percentage. Use share or change for one.`
    }
    const isMoney =
      /[$€£¥]\s?$/.test(text.slice(0, start)) ||
      /^\s?(?:[$€£¥]|dollars?\b|euros?\b|pounds\b|USD\b|EUR\b|GBP\b)/i.test(text.slice(end))
    if (isMoney && (kind === 'count' || kind === 'percent' || kind === 'rank' || countName.test(name))) {
      return `${shown} is not an amount of money.`
    }
  }
  return null
}

function inSameClause(clauses: Clause[], one: Clause, other: Clause): boolean {
  return clauses.some(
    ({ start, end }) => one.start >= start && one.end <= end && other.start >= start && other.end <= end,
  )
}

const checks: Check[] = [figureOfAnother, wrongExtreme, wrongPosition, wrongComparison, wrongDirection, wrongUnit]

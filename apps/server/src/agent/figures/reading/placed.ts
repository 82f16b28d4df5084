import type { FactColumn } from '../facts.ts'
import {
  agreed,
  allRows,
  columnsSpoken,
  comparedColumns,
  figuresOf,
  has,
  isCellOf,
  placesOf,
  rowsOf,
  sumOf,
  valuesOf,
  type Context,
  type Verdict,
} from './context.ts'
import { endOf, type Degree } from './degrees.ts'
import { seriesOf, yearOf } from './series.ts'
import { stemOf } from '../concepts.ts'
import { textOf } from '../statement.ts'
import { panelClaims, panelOf, type Panel } from './panel.ts'
import { isStated } from './stated.ts'
import type { Part } from './parts.ts'
import type { Token } from './token.ts'

type DegreeToken = Extract<Token, { kind: 'degree' }>

/** “A had the most, with 12”, “B's price was the lowest”, “C has the second highest share”, “D peaked in May”. */
export function placesHold(context: Context): Verdict {
  const { part, step } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'degree')
  if (token?.kind !== 'degree' || more.length > 0) return null
  const panel = panelOf(step)
  if (panel) return placesInPanel(context, { panel, token })
  const { subject, domain } = subjectAndDomain(context)
  if (isOfTime(context, token)) return timesHold(context, token)
  const isPerYear = has(context, 'peryear')
  if (subject === null) return null
  if (!isPerYear && subject.length > placesOf(context.groups))
    return widePlaceHolds(context, { subject, domain, token })
  const before = figureBefore(context, { subject, domain, token })
  if (before !== null) return before
  const [share] = shareWords.exec(textOf(context.statement, part)) ?? []
  if (share !== undefined && !context.columns.some(({ allStems }) => allStems.has(stemOf(share)))) return null
  const columns = comparedColumns(context, token.degree)
  const series = seriesOf(step, domain)
  if (isPerYear && series === null) return null
  const domains =
    isPerYear && series ? [...Map.groupBy(series.rows, (row) => yearOf(step, series, row)).values()] : [domain]
  const figures = figuresOf(part)
  if (figures.some(({ condition }) => condition !== null)) return null
  const beside = columns.filter((column) => figures.some(({ mention }) => isCellOf(mention, column, subject)))
  const { place } = token
  const isOfRank = rankWords.test(textOf(context.statement, token))
  // “came in second” is a place in the order of the rows.
  if (isOfRank && context.columns.length === 0) return null
  // “ranks second in complaints” has the second most.
  const isRanked = context.isSpoken && isOfRank
  const degree = isRanked ? { ...token.degree, isJudgment: false } : token.degree
  const verdict = agreed(context, beside.length > 0 ? beside : columns, {
    // Of several figures, the superlative may be of any.
    isCertain:
      (figures.length === 0 || (beside.length > 0 && figures.length === 1)) &&
      !(token.degree.isJudgment && !isOfRank && !context.isSpoken),
    holds: (column) =>
      domains.every((rows) => {
        const own = subject.filter((row) => rows.includes(row))
        if (own.length === 0) return domains.length > 1
        return isPlaced(column, { subject: own, rows, degree, place })
      }),
  })
  if (verdict === false && isOfSubject(part)) return null
  return verdict === true && !figures.every((figure) => isStated(context, figure, subject)) ? null : verdict
}

/** “The teams with the most players also have the most fans”: the same rows are first in two columns. */
export function firstsHold(context: Context): Verdict {
  const { part, statement, step } = context
  const [one, other, ...more] = part.tokens.filter(({ kind }) => kind === 'degree')
  if (one?.kind !== 'degree' || other?.kind !== 'degree' || more.length > 0) return null
  if (one.place > 1 || other.place > 1 || !/(?<!\p{L})also(?!\p{L})/iu.test(textOf(statement, part))) return null
  const firstRows = (token: DegreeToken, start: number, end: number): number[] | null => {
    const tokens = part.tokens.filter((own) => own.kind === 'column' && own.start > start && own.start < end)
    const [column, ...others] = columnsSpoken(statement, step, { ...part, tokens })
    if (!column || others.length > 0) return null
    const sign = endOf(token.degree, column.name) === 'high' ? 1 : -1
    const best = Math.max(...valuesOf(column, allRows(step)).map((value) => value * sign))
    return allRows(step).filter((row) => (column.numbers[row] ?? Number.NaN) * sign === best)
  }
  const [first, second] = [firstRows(one, one.end, other.start), firstRows(other, other.end, part.end)]
  return first && second ? first.every((row) => second.includes(row)) : null
}

const single = /(?<!\p{L})(?:single|individual)(?!\p{L})/iu

/** “A took out the largest loan”: a name of several rows has the largest of its own, or of all sums. */
function widePlaceHolds(
  context: Context,
  { subject, domain, token }: { subject: readonly number[]; domain: readonly number[]; token: DegreeToken },
): Verdict {
  const { degree, place } = token
  const [name, ...more] = context.groups.flatMap(({ names }) => names)
  if (!name || more.length > 0 || place > 1 || figuresOf(context.part).length > 0) return null
  const columns = comparedColumns(context, degree)
  const verdicts = columns.flatMap((column) => {
    const sign = endOf(degree, column.name) === 'high' ? 1 : -1
    const best = (rows: readonly number[]): number => Math.max(...valuesOf(column, rows).map((value) => value * sign))
    const sums = Map.groupBy(domain, (row) => context.step.result.rows[row]?.[name.column])
    const total = (rows: readonly number[]): number => sumOf(valuesOf(column, rows)) * sign
    const isBest = best(subject) === best(domain)
    if (single.test(textOf(context.statement, context.part))) return [isBest]
    return [isBest, [...sums.values()].every((rows) => total(rows) <= total(subject))]
  })
  if (verdicts.length === 0 || (verdicts.includes(true) && verdicts.includes(false))) return null
  return verdicts[0] ?? null
}

const rankWords = /^(?:rank|c[ao]me|finish|placed)/iu

/** “Airports in A are the highest”: what things are isn't always what is compared. */
function isOfSubject({ tokens }: Part): boolean {
  const name = tokens.find(({ kind }) => kind === 'rows')
  const columns = tokens.filter(({ kind }) => kind === 'column')
  const degree = tokens.find(({ kind }) => kind === 'degree')
  if (name === undefined || degree === undefined || name.start > degree.start) return false
  return columns.length > 0 && columns.every(({ start }) => start < name.start)
}

/** “A had the highest total sales, 40”: of the names that have several rows. */
export function totalsHold(context: Context): Verdict {
  const { part, step, groups } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'degree')
  const [name, ...others] = groups.flatMap(({ names }) => names)
  if (token?.kind !== 'degree' || !name || more.length + others.length > 0 || name.rows.length < 2) return null
  const figures = figuresOf(part)
  if (figures.some(({ condition }) => condition !== null) || token.degree.concept === 'time') return null
  const totals = Map.groupBy(allRows(step), (row) => step.result.rows[row]?.[name.column])
  const columns = comparedColumns(context, token.degree)
  const { degree, place } = token
  const verdict = agreed(context, columns, {
    isCertain: true,
    holds: (column) => {
      const sign = endOf(degree, column.name) === 'high' ? 1 : -1
      const sums = [...totals.values()].map((rows) => sumOf(valuesOf(column, rows)) * sign)
      const own = sumOf(valuesOf(column, name.rows)) * sign
      return sums.filter((sum) => sum > own).length === place - 1
    },
  })
  return verdict === true && !figures.every((figure) => isStated(context, figure, name.rows)) ? null : verdict
}

/** “A leads with 40, followed by B with 30”: no one is between them. */
export function nextHolds(context: Context): Verdict {
  const { ranked, before, groups, step, part } = context
  const [first, own] = [rowsOf(before, step), rowsOf(groups, step)]
  if (ranked === null || !first?.length || !own?.length || own.length > placesOf(groups)) return null
  if (first.length > placesOf(before)) return null
  const listed = groups.flatMap(({ names }) => names).toSorted((a, b) => a.start - b.start)
  const figures = figuresOf(part)
  const columns = ranked.columns.filter(
    (column) =>
      figures.length === 0 || figures.some(({ mention }) => own.some((row) => isCellOf(mention, column, [row]))),
  )
  const verdict = agreed(context, columns, {
    isCertain: ranked.columns.length === 1 || figures.length > 0,
    holds: (column) => {
      const sign = endOf(ranked.degree, column.name) === 'high' ? 1 : -1
      const [ahead, behind] = [first, own].map((rows) => valuesOf(column, rows).map((value) => value * sign))
      const [least, most] = [Math.min(...(ahead ?? [])), Math.max(...(behind ?? []))]
      const last = Math.min(...(behind ?? []))
      const others = allRows(step).filter((row) => !first.includes(row) && !own.includes(row))
      const isBetween = (value: number): boolean => value * sign < least && value * sign > last
      const inOrder = valuesOf(column, [...new Set(listed.flatMap(({ rows }) => rows))]).map((value) => value * sign)
      if (inOrder.some((value, at) => value > (inOrder[at - 1] ?? value))) return false
      return most <= least && !valuesOf(column, others).some(isBetween)
    },
  })
  if (verdict !== true || figures.every((figure) => isStated(context, figure, own))) return verdict
  return has(context, 'every') &&
    figures.every(({ mention }) => columns.some((column) => own.every((row) => isCellOf(mention, column, [row]))))
    ? true
    : null
}

const shareWords = /(?<!\p{L})(?:share|rate|ratio|percentage|proportion)s?(?!\p{L})/iu

/** “the oldest” compares ages only if a column has them. */
function isOfTime({ statement, step }: Context, { degree: { concept } }: DegreeToken): boolean {
  const hasAges = statement.facts.numbers.some((column) => column.step === step && column.concepts.has('age'))
  return concept === 'time' || (concept === 'age' && !hasAges)
}

/** “The oldest order is of May 2”, “A opened most recently”: which row of a domain is first in time, or last. */
function timesHold(context: Context, { degree, place }: DegreeToken): Verdict {
  const { statement, step, part, groups } = context
  const things = groups.filter(({ names }) => names.every(({ isDate }) => !isDate))
  const named = subjectAndDomain(things.length > 0 ? { ...context, groups: things } : context)
  const said = rowsOf(groups, step)
  const dated = groups.flatMap(({ names }) => names.flatMap(({ isDate, column }) => (isDate ? [column] : [])))
  const subject = dated.length > 0 ? said : named.subject
  if (subject === null || place > 1 || !figuresOf(part).every((figure) => isStated(context, figure, subject)))
    return null
  const times = statement.facts.columns.filter((column) => column.step === step && column.role === 'time')
  const [time, ...more] = times.filter(({ index }) => dated.length === 0 || dated.includes(index))
  if (!time || more.length > 0) return null
  const valueOf = (row: number): string => String(step.result.rows[row]?.[time.index] ?? '')
  const isLate = degree.direction === 'high' ? degree.concept === 'time' : degree.concept === 'age'
  const endAmong = (rows: readonly number[]): string | undefined =>
    rows
      .map(valueOf)
      .filter((one) => one !== '')
      .toSorted()
      .at(isLate ? -1 : 0)
  if (dated.length === 0) return subject.every((row) => valueOf(row) === endAmong(named.domain))
  // A month has several days.
  const isEnd = (end: string | undefined): boolean => subject.some((row) => valueOf(row) === end)
  const own = rowsOf(things, step) ?? []
  if (own.length <= placesOf(things) && !own.every((row) => subject.includes(row))) return false
  if (isEnd(endAmong(allRows(step)))) return true
  // “A's latest order” isn't the latest of all.
  return isEnd(endAmong(own)) ? null : false
}

/** “A peaked in Q2 at 60”, “A had the fewest in every quarter”. */
function placesInPanel(
  context: Context,
  { panel, token }: { panel: Panel; token: Extract<Token, { kind: 'degree' }> },
): Verdict {
  const { part, step, statement } = context
  const after = statement.text.slice(token.start, token.end + farthestNoun)
  const isOfTime = timeWords.test(after)
  const readings = panelClaims(context, panel, isOfTime)
  if (readings === null || has(context, 'peryear')) return null
  const figures = figuresOf(part)
  const isCount = ({ mention }: (typeof figures)[number]): boolean =>
    mention.value !== null && mention.value < step.result.rows.length && has(context, 'every')
  const stated = figures.filter((figure) => !isCount(figure))
  const subject = readings.flatMap((claims) => claims.flatMap((one) => one.subject))
  if (stated.some(({ condition }) => condition !== null)) return null
  const columns = comparedColumns(context, token.degree)
  const { degree, place } = token
  const verdicts = readings.map((claims) =>
    agreed(context, columns, {
      isCertain: true,
      holds: (column) =>
        claims.length > 0 &&
        claims.every(({ subject: own, domain }) => isPlaced(column, { subject: own, rows: domain, degree, place })),
    }),
  )
  if (verdicts.every((one) => one === false)) return false
  if (!verdicts.every((one) => one === true)) return null
  return stated.every((figure) => isStated(context, figure, [...new Set(subject)])) ? true : null
}

const farthestNoun = 24
const timeWords = /peak|bottom|record|high(?!er)|(?:quarter|month|week|year|day|season)(?!\p{L})/iu

/** “40% of its seats, the lowest share”: of what the figure before is of. */
function figureBefore(
  { part, step, isSpoken, previous }: Context,
  {
    subject,
    domain,
    token,
  }: { subject: readonly number[]; domain: readonly number[]; token: Extract<Token, { kind: 'degree' }> },
): boolean | null {
  if (isSpoken || token.degree.concept !== null || part.tokens.some(({ kind }) => kind === 'rows' || kind === 'figure'))
    return null
  const [figure, ...more] = previous ? figuresOf(previous) : []
  if (!figure || more.length > 0 || figure.condition !== null) return null
  const columns = figure.mention.meanings.flatMap(({ op, column, rows, from }) =>
    column?.step === step && (op === 'cell' || op === 'derived') && rows?.every((row) => subject.includes(row))
      ? [from ?? column]
      : [],
  )
  if (columns.length === 0) return null
  const { degree, place } = token
  return columns.some((column) => isPlaced(column, { subject, rows: domain, degree, place }))
}

function isPlaced(
  column: FactColumn,
  {
    subject,
    rows,
    degree,
    place,
  }: { subject: readonly number[]; rows: readonly number[]; degree: Degree; place: number },
): boolean {
  const sign = endOf(degree, column.name) === 'high' ? 1 : -1
  const own = valuesOf(column, subject).map((value) => value * sign)
  if (own.length < subject.length) return false
  const least = Math.min(...own)
  const isAhead = (value: number): boolean => value * sign > least
  // “A and B have the most”: no one else is ahead of either.
  const others = place === 1 ? rows.filter((row) => !subject.includes(row)) : rows
  return valuesOf(column, others).filter(isAhead).length === place - 1
}

/** Which rows a claim is about, and among which it places them: “among the comedies, A”. */
export function subjectAndDomain({ groups, step }: Context): {
  subject: readonly number[] | null
  domain: readonly number[]
} {
  const domain = allRows(step)
  const sets = groups.flatMap((group) => {
    const rows = rowsOf([group], step) ?? []
    return rows.length > 0 ? [rows] : []
  })
  const [subject] = sets.toSorted((a, b) => a.length - b.length)
  if (!subject) return { subject: null, domain }
  const others = sets.filter((rows) => rows.length > subject.length || rows.some((row) => !subject.includes(row)))
  // In a table of two names, which rows are compared isn't certain.
  if (!others.every((rows) => rows.length > subject.length && subject.every((row) => rows.includes(row))))
    return { subject: null, domain }
  return { subject, domain: domain.filter((row) => others.every((rows) => rows.includes(row))) }
}

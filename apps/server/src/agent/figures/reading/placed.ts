import type { FactColumn } from '../facts.ts'
import {
  agreed,
  allRows,
  comparedColumns,
  figuresOf,
  has,
  isCellOf,
  placesOf,
  rowsOf,
  valuesOf,
  type Context,
  type Verdict,
} from './context.ts'
import { endOf, type Degree } from './degrees.ts'
import { seriesOf, yearOf } from './series.ts'
import { textOf } from '../statement.ts'
import { panelClaims, panelOf, type Panel } from './panel.ts'
import { isStated } from './stated.ts'
import type { Token } from './tokens.ts'

/** “A had the most, with 12”, “B's price was the lowest”, “C has the second highest share”, “D peaked in May”. */
export function placesHold(context: Context): Verdict {
  const { part, step } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'degree')
  if (token?.kind !== 'degree' || more.length > 0) return null
  const panel = panelOf(step)
  if (panel) return placesInPanel(context, { panel, token })
  const { subject, domain } = subjectAndDomain(context)
  const isPerYear = has(context, 'peryear')
  if (subject === null || (!isPerYear && subject.length > placesOf(context.groups))) return null
  const before = figureBefore(context, { subject, domain, token })
  if (before !== null) return before
  if (shareWords.test(textOf(context.statement, part))) return null
  const columns = comparedColumns(context, token.degree)
  const series = seriesOf(step, domain)
  if (isPerYear && series === null) return null
  const domains =
    isPerYear && series ? [...Map.groupBy(series.rows, (row) => yearOf(step, series, row)).values()] : [domain]
  const figures = figuresOf(part)
  if (figures.some(({ condition }) => condition !== null)) return null
  const beside = columns.filter((column) => figures.some(({ mention }) => isCellOf(mention, column, subject)))
  const { degree, place } = token
  const verdict = agreed(context, beside.length > 0 ? beside : columns, {
    isCertain: beside.length > 0 || figures.length === 0,
    holds: (column) =>
      domains.every((rows) => {
        const own = subject.filter((row) => rows.includes(row))
        if (own.length === 0) return domains.length > 1
        return isPlaced(column, { subject: own, rows, degree, place })
      }),
  })
  return verdict === true && !figures.every((figure) => isStated(context, figure, subject)) ? null : verdict
}

const shareWords = /(?<!\p{L})(?:share|rate|ratio|percentage|proportion)s?(?!\p{L})/iu

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
  const ahead = valuesOf(column, rows).filter((value) => value * sign > least).length
  // “A and B have the most”: no one else is ahead of either.
  return place === 1 ? ahead < subject.length : ahead === place - 1
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
  const others = sets.filter((rows) => rows !== subject)
  // In a table of two names, which rows are compared isn't certain.
  if (!others.every((rows) => rows.length > subject.length && subject.every((row) => rows.includes(row))))
    return { subject: null, domain }
  return { subject, domain: domain.filter((row) => others.every((rows) => rows.includes(row))) }
}

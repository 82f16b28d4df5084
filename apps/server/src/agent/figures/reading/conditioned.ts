import { textBefore } from '../../plain-text.ts'
import { columnsOf, meets } from '../claims/condition-columns.ts'
import type { Condition } from '../claims/condition.ts'
import type { FactColumn } from '../facts.ts'
import { isWithin, onlyWithin, textOf, type Mention, type NameGroup } from '../statement.ts'
import { agreed, allRows, rowsOf, type Context, type Verdict } from './context.ts'
import { isStated } from './stated.ts'
import type { Token } from './token.ts'

/** Tokens that may surround a condition: what meets it, and how many. */
const around: ReadonlySet<Token['kind']> = new Set([
  'rows',
  'figure',
  'column',
  'every',
  'most',
  'none',
  'only',
  'not',
  'except',
  'aside',
])

/** “Three teams are over budget”, “every team but A worked more than 10 hours”, “only B stayed below 5”. */
export function conditionsHold(context: Context, conditions: readonly Condition[]): Verdict {
  const { part, step, statement, columns, isSpoken } = context
  const [condition, ...more] = conditions
  if (!condition || more.length > 0) return null
  // A limit of the question may only say what was counted.
  if (condition.mention && statement.question.includes(textOf(statement, condition.mention))) return null
  if (condition.mention === null && nearly.test(statement.text)) return null
  const isInside = (token: Token): boolean =>
    isWithin(token, condition) ||
    (token.kind === 'figure' && token.condition !== null && token.mention === condition.mention)
  const outside = part.tokens.filter((token) => !isInside(token))
  if (!outside.every(({ kind }) => around.has(kind))) return null
  const named =
    condition.columns ??
    partsSpoken(context, condition) ??
    (isSpoken ? columns : columnsOf(onlyWithin(statement, part), condition))
  const among = named.filter((column) => column.step === step)
  const percents = among.filter(({ isPercent, isFraction }) => isPercent || isFraction)
  const own = condition.mention?.kind === 'percent' && percents.length > 0 ? percents : among
  // Without a word for the column, a limit may be one of any column.
  const isOpen = condition.columns === null && !isSpoken && columns.length === 0 && numbersOf(context) > 1
  if (isOpen && !isPlausibleOnly(context, { condition, columns: own })) return null
  if (moreAfter.test(statement.text.slice(part.end))) return null
  const fits = quantifierOf(context, { outside, condition })
  if (fits === null || own.length === 0) return null
  return agreed(context, own, {
    isCertain: true,
    holds: (column) =>
      fits((row) => {
        const value = column.numbers[row]
        return typeof value === 'number' && meets(condition, column, value)
      }),
  })
}

/** “at least 90% of its seats”: the part of one column in another one that the words name. */
function partsSpoken({ statement, step, columns, isSpoken }: Context, { mention }: Condition): FactColumn[] | null {
  if (mention?.kind !== 'percent' || !isSpoken || columns.some(({ isPercent, isFraction }) => isPercent || isFraction))
    return null
  return statement.facts.derived.filter(
    (one) => one.step === step && one.relation === 'part' && one.of.every((column) => columns.includes(column)),
  )
}

type Fits = (meetsIt: (row: number) => boolean) => boolean

/** Of which rows a part says that they meet a condition, and of how many; null if that isn't certain. */
function quantifierOf(
  context: Context,
  { outside, condition }: { outside: readonly Token[]; condition: Condition },
): Fits | null {
  const { step, groups, statement } = context
  const has = (kind: Token['kind']): boolean => outside.some((token) => token.kind === kind)
  const except = outside.find(({ kind }) => kind === 'except')
  const excluded = except
    ? (rowsOf(
        groups.filter(({ start }) => start > except.start),
        step,
      ) ?? [])
    : []
  if (except && excluded.length === 0) return null
  const included = groups.filter(({ start }) => !except || start < except.start)
  const rows = rowsOf(included, step)
  const domain = (rows ?? allRows(step)).filter((row) => !excluded.includes(row))
  if (domain.length === 0) return null
  const isNot = has('not')
  const figures = outside.filter((token) => token.kind === 'figure')
  const wholes = figures.filter(({ start }) => wholeBefore.test(textBefore(statement.text, start)))
  if (wholes.some(({ mention }) => mention.value !== domain.length)) return null
  const counts = figures.filter(
    ({ mention, start }) => start < condition.start && mention.kind === 'value' && isCountOf(context, mention.value),
  )
  const [count, ...others] = counts.filter((figure) => !wholes.includes(figure))
  if (has('most')) {
    if (figures.length > 0 || isNot || rows !== null) return null
    return (test) => domain.filter(test).length > domain.length / 2
  }
  if (has('every'))
    return figures.length > 0 || isNot
      ? null
      : (test) => domain.every(test) && !(excluded.length > 0 && excluded.every(test))
  if (has('none'))
    return figures.length > 0 || isNot || nearly.test(statement.text) ? null : (test) => !domain.some(test)
  if (has('only')) {
    if (rows === null || figures.length > 0) return null
    return (test) => allRows(step).every((row) => (test(row) !== isNot) === rows.includes(row))
  }
  if (rows === null || isWide(included, rows)) {
    if (!count || others.length > 0 || figures.length > 1 + wholes.length) return null
    return (test) =>
      isAsMany(domain.filter((row) => test(row) !== isNot).length, { all: domain.length, mention: count.mention })
  }
  if (count && others.length === 0 && figures.length === 1 && !isStated(context, count, rows)) return null
  if (figures.length > 0 && (isNot || !figures.every((figure) => isStated(context, figure, rows)))) return null
  return (test) => rows.every((row) => test(row) !== isNot)
}

/** “…, but less than 60% full”: another limit for the same rows. */
const moreAfter = /^[,\s]*(?:(?:but|and|yet)\s)?(?:less|more|fewer|under|over|above|below|at (?:least|most))(?!\p{L})/iu

/** Whether a limit is among the numbers of one column only. */
function isPlausibleOnly(
  { statement, step }: Context,
  { condition: { limits }, columns }: { condition: Condition; columns: readonly FactColumn[] },
): boolean {
  const [limit] = limits ?? []
  const [column, ...more] = columns
  if (limit === undefined || !column || more.length > 0) return false
  const isAmong = ({ numbers, scale }: FactColumn): boolean => {
    const own = numbers.flatMap((one) => one ?? [])
    return [1, scale].some((factor) => Math.min(...own) * factor <= limit && limit <= Math.max(...own) * factor)
  }
  return statement.facts.numbers.every((other) => other.step !== step || isAmong(other) === (other === column))
}

function numbersOf({ statement, step }: Context): number {
  return statement.facts.numbers.filter((column) => column.step === step).length
}

const nearly = /(?<!\p{L})(?:almost|nearly|roughly|about|no other)(?!\p{L})/iu

/** “two of the five”. */
const wholeBefore = /(?<!\p{L})(?:of|out of)\s(?:the |all )?$/iu

/** “half of them”, “a third of them”, “three of them”. */
function isAsMany(found: number, { all, mention }: { all: number; mention: Mention }): boolean {
  const value = mention.value ?? Number.NaN
  return mention.kind === 'percent' ? Math.abs(found / all - value / 100) <= shareRoom : found === value
}

/** How far a share of rows may be from the one that is written. */
const shareRoom = 0.02

/** Whether a name is that of several rows, such as a city's. */
function isWide(groups: readonly NameGroup[], rows: readonly number[]): boolean {
  return rows.length > new Set(groups.flatMap(({ names }) => names.map(({ start }) => start))).size
}

function isCountOf({ step }: Context, value: number | null): boolean {
  return value !== null && Number.isInteger(value) && value <= step.result.rows.length
}

import { commonRows, groupsOf, isWithin, onlyWithin, rowsOf, type NameGroup, type Statement } from '../statement.ts'
import type { Clause } from '../sentences.ts'
import { fallWords, riseWords } from '../cues.ts'
import { exceptWords } from './conditions.ts'
import { isLabel, quantifiersIn, type Quantifier } from './quantifiers.ts'
import { rowTestsIn, type RowTest } from './row-tests.ts'

/** What a check has found that may also confirm parts of a sentence. */
export interface Judged {
  problem: string | null
  /** The parts that are true. */
  settled: readonly Clause[]
}

/** “Four of the five wines cost more than 10”, “all wines are from Spain”, “no wine is sold out”: counts such rows. */
export function quantified(statement: Statement): Judged {
  const settled: Clause[] = []
  for (const quantifier of quantifiersIn(statement)) {
    if (isComputed(statement, quantifier)) continue
    const outcome = isTrue(statement, quantifier)
    if (outcome === null) continue
    if (!outcome) return { problem: `The rows do not say "${statement.text.slice(quantifier.start).trim()}".`, settled }
    const { start, end, predicate } = quantifier
    settled.push({ start: Math.min(start, predicate.start), end: Math.max(end, predicate.end) })
  }
  return { problem: null, settled }
}

/** “{r1.late} of the orders were late”: the query counted them, and not the rows of the result. */
function isComputed({ mentions }: Statement, quantifier: Clause): boolean {
  return mentions.some(
    (one) => !one.isTyped && isWithin(one, quantifier) && one.meanings.some(({ op }) => op !== 'count'),
  )
}

const mostReadings = 32

/** Whether a quantifier holds for one way to read it; null if no way is certain. */
function isTrue(statement: Statement, { fits, start, end, predicate, kind, isEvery }: Quantifier): boolean | null {
  const { facts, text } = statement
  // “fell every month until June” is a trend.
  if (kind === 'time' && isEvery && (riseWords.test(text) || fallWords.test(text))) return null
  const list = listIn(statement, { end, predicate })
  const said = list?.predicate ?? predicate
  const outcomes = facts.steps.flatMap((step): boolean[] => {
    if (step.result.truncated || step.result.rows.length < 2) return []
    if (!facts.columns.some((column) => column.step === step && isLabel(column))) return []
    const except = exceptionIn(statement, { start, predicate: said })
    const tests = rowTestsIn(onlyWithin(statement, except?.predicate ?? said), step)
    if (tests === null || (tests.isOnlyOfNames && kind === 'person')) return []
    if (kind === 'time' && tests.isOnlyOfTimes) return []
    const excluded = except?.rows(step.id) ?? []
    // “both red wines”: only of the rows with this name.
    const named = commonRows(
      statement.names.filter(
        (name) => !name.isDate && (isEvery || name.rows.length > 1) && isWithin(name, { start, end }),
      ),
      step.id,
    )
    const rows = (tests.rows ?? [...step.result.rows.keys()]).filter(
      (row) => !excluded.includes(row) && (named === null || named.includes(row)),
    )
    return readings(tests.claims).map((reading) => {
      const meets = (row: number): boolean => reading.every((test) => test(row) === true)
      const meeting = rows.filter(meets)
      const found = meeting.length
      const listed = list === null ? null : rowsOf(list.group, step.id)
      if (listed !== null && !(listed.length === found && listed.every((row) => meeting.includes(row)))) return false
      // What comes before the first row isn't known.
      const open = tests.isOfMoves ? rows.filter((row) => reading.some((test) => test(row) === null)).length : 0
      if (open > 0) return fits(found, rows.length) || fits(found + open, rows.length)
      return (
        fits(found, rows.length) &&
        (excluded.length === 0 ||
          !excluded.every(meets) ||
          !fits(found + excluded.length, rows.length + excluded.length))
      )
    })
  })
  return outcomes.length === 0 ? null : outcomes.includes(true)
}

/** “Three teams are late: A, B, and C”, “two teams (A and B) are late”: which ones they are, and what is said of them. */
function listIn(
  statement: Statement,
  { end, predicate }: Pick<Quantifier, 'end' | 'predicate'>,
): { group: NameGroup; predicate: Clause } | null {
  const { text } = statement
  for (const group of groupsOf(statement)) {
    const before = text.slice(0, group.start)
    const mark = listBefore.exec(before)
    const isClosed = listAfter.test(text.slice(group.end))
    if (!mark || !isClosed || group.start < end) continue
    const isFirst = mark.index <= predicate.start + 1
    const rest = text.slice(group.end, predicate.end)
    const after = { start: group.end + (/^\)/.exec(rest)?.[0].length ?? 0), end: predicate.end }
    const part = isFirst ? after : { start: predicate.start, end: mark.index }
    if (/\p{L}/u.test(text.slice(part.start, part.end))) return { group, predicate: part }
  }
  return null
}

const listBefore = /(?:\s?[:(–—]\s?)(?:the\s)?$/u
const listAfter = /^(?:\)|[\s.*]*$)/u

/** Each way to read several claims that may be meant in several ways. */
function readings(claims: readonly (readonly RowTest[])[]): RowTest[][] {
  return claims
    .reduce<RowTest[][]>((all, tests) => all.flatMap((one) => tests.map((test) => [...one, test])), [[]])
    .slice(0, mostReadings)
}

interface Exception {
  /** The rows of the things that are excepted. */
  rows: (step: string) => number[]
  /** What is said about the others. */
  predicate: Clause
}

/** “every machine but the packer stopped”, “apart from Bern, all towns have one”. */
function exceptionIn(
  { text, names }: Statement,
  { start, predicate }: Pick<Quantifier, 'start' | 'predicate'>,
): Exception | null {
  const inside = text.slice(predicate.start, predicate.end)
  const but = /^\s(?:but|except(?: for)?|save)\s/iu.exec(inside)
  const match = but ?? exceptWords.exec(text)
  if (!match) return null
  const at = (but ? predicate.start : 0) + match.index
  const after = names.filter((name) => name.start >= at && !name.isDate)
  const last = after.find((name, place) => {
    const next = after[place + 1]
    return !next || !/^[\s,]*(?:and|or|und|y|et|e)?\s?(?:the\s)?$/iu.test(text.slice(name.end, next.start))
  })
  if (!last) return null
  const excluded = after.filter(({ end }) => end <= last.end)
  const rows = (step: string): number[] => excluded.filter((name) => name.step === step).flatMap((name) => name.rows)
  if (at < start) return { rows, predicate }
  const isAtEnd = !/\p{L}/u.test(text.slice(last.end, predicate.end))
  return { rows, predicate: isAtEnd ? { start: predicate.start, end: at } : { start: last.end, end: predicate.end } }
}

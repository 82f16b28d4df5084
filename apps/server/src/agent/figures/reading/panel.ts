import type { Cell } from '@parlance/contract'
import { speaksOf } from '../facts.ts'
import { isWithin, type NameGroup, type Statement } from '../statement.ts'
import type { Step } from '../step.ts'
import { allRows, has, rowsOf, type Context } from './context.ts'

/** A result whose rows have two names each, such as an office and a quarter; each pair of them is one row. */
export interface Panel {
  /** Indexes of both columns. */
  keys: readonly [number, number]
}

/** What a claim about a panel compares, and with what. */
export interface PanelClaim {
  subject: readonly number[]
  /** The rows among which the subject is placed. */
  domain: readonly number[]
}

export function panelOf({ result, masked }: Step): Panel | null {
  const names = result.columns.flatMap((_, index) => {
    const cells = result.rows.map((row) => row[index] ?? null)
    const isName = !masked.has(index) && (cells.every((cell) => typeof cell === 'string') || cells.every(isYear))
    return isName && new Set(cells).size < cells.length ? [index] : []
  })
  const [one, other, ...more] = names
  if (one === undefined || other === undefined || more.length > 0) return null
  const pairs = result.rows.map((row) => `${String(row[one])}\n${String(row[other])}`)
  return new Set(pairs).size === pairs.length ? { keys: [one, other] } : null
}

function isYear(cell: Cell): boolean {
  return typeof cell === 'number' && Number.isInteger(cell) && cell >= 1800 && cell < 2200
}

/** The rows with the same value in a column. */
function groupsBy({ result }: Step, rows: readonly number[], column: number): number[][] {
  return [...Map.groupBy(rows, (row) => result.rows[row]?.[column]).values()]
}

/**
 * Which rows of a panel a claim places among which others: “all offices were busiest in Q2”, “A had the fewest in every
 * quarter”, “A peaked in Q2”.
 * @returns each way to read it has one list of claims, which must all be true; null if that isn't certain
 */
export function panelClaims(context: Context, panel: Panel, isOfTime: boolean): PanelClaim[][] | null {
  const { step, groups, part, statement } = context
  const named = panel.keys.map((key) => groups.filter(({ names }) => names.every(({ column }) => column === key)))
  if (named.flat().length !== groups.length) return null
  const isEvery = panel.keys.map((key) => has(context, 'every') && speaksOfEvery(statement, { step, key, part }))
  const readings = ([0, 1] as const).flatMap((at): PanelClaim[][] => {
    // The subject has this key, and is compared with the others of the same other key.
    const other = at === 0 ? 1 : 0
    const own = rowsOfGroups(named[at] ?? [], step)
    if (own === null) return []
    const others = rowsOfGroups(named[other] ?? [], step)
    if (others === null && !isEvery[other]) return []
    const among = others ?? allRows(step)
    const claims = groupsBy(step, among, panel.keys[other]).map((domain) => ({
      subject: own.filter((row) => domain.includes(row)),
      domain,
    }))
    return [claims.filter(({ subject }) => subject.length > 0)]
  })
  const timeKey = panel.keys.findIndex((key) => isTimes(step, key))
  if (readings.length === 2 && isOfTime && timeKey >= 0) return readings.slice(timeKey, timeKey + 1)
  return readings.length > 0 ? readings : null
}

function rowsOfGroups(groups: readonly NameGroup[], step: Step): number[] | null {
  return groups.length === 0 ? null : rowsOf(groups, step)
}

function isTimes({ result }: Step, column: number): boolean {
  return result.rows.every((row) =>
    /^(?:\d{4}|[QWH]\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun))/i.test(
      String(row[column] ?? ''),
    ),
  )
}

/** “all three offices”, “every quarter”: of the values of which column. */
function speaksOfEvery(
  { words, facts }: Statement,
  { step, key, part }: { step: Step; key: number; part: Context['part'] },
): boolean {
  const column = facts.columns.find((one) => one.step === step && one.index === key)
  const every = part.tokens.find(({ kind }) => kind === 'every')
  return (
    column !== undefined &&
    every !== undefined &&
    words.some(
      (word) =>
        isWithin(word, part) &&
        word.start >= every.start &&
        word.start < every.end + farthestNoun &&
        speaksOf(word, column),
    )
  )
}

const farthestNoun = 20

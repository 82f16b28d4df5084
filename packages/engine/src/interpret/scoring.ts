import type { TableModel } from '../schema/model.ts'
import { farness, type Scope } from './scope.ts'
import { tableFit, tie } from './weights.ts'

/** The purpose of a lookup: shown items prefer the subject, conditions prefer what was mentioned just before. */
export type Role = 'shown' | 'condition'

function nearness(
  scope: Scope,
  table: TableModel,
  at: number,
  role: Role,
  among: ReadonlySet<TableModel> | null,
): number {
  const spots = scope.mentioned.filter((one) => one.table === table)
  if (spots.length === 0) return 0
  const gap = Math.min(...spots.map((one) => Math.abs(one.at - at)))
  const before = scope.mentioned
    .filter((one) => one.at < at && (among === null || among.has(one.table)))
    .toSorted((left, right) => right.at - left.at)[0]
  const isLast = role === 'condition' && before?.table === table && at - before.at <= tableFit.lastWithin
  return (
    tableFit.mentioned -
    Math.min(gap, tableFit.mostWordsBetween) * tableFit.perWordBetween +
    (isLast ? tableFit.mentionedLast : 0)
  )
}

/** How well a table fits the question, regardless of the word: as the subject, mentioned nearby, or close to it. */
export function fit(
  scope: Scope,
  table: TableModel,
  at: number,
  role: Role,
  among: ReadonlySet<TableModel> | null = null,
): number {
  const far = farness(scope, table)
  const leaning = role === 'shown' ? tableFit.shownSubject : tableFit.conditionSubject
  const isSubject = table === scope.subject ? leaning : 0
  const isGrouped = role === 'shown' && scope.groupTables.includes(table) ? tableFit.grouped : 0
  const isSister = role === 'shown' && scope.shown.at(-1) === table ? tableFit.shownBefore : 0
  return (
    isSubject +
    isGrouped +
    isSister +
    nearness(scope, table, at, role, among) -
    (Number.isFinite(far) ? far * tableFit.perLink : tableFit.unconnected) -
    (table.isView ? tableFit.view : 0)
  )
}

export interface Scored<T> {
  one: T
  score: number
}

/** The candidate with the highest score, and all candidates with a similar score, itself included. */
export function best<T>(scored: Scored<T>[]): { winner: T | null; rivals: T[] } {
  const sorted = scored.toSorted((left, right) => right.score - left.score)
  const [first] = sorted
  if (first === undefined) return { winner: null, rivals: [] }
  return {
    winner: first.one,
    rivals: sorted.filter((other) => first.score - other.score < tie).map((other) => other.one),
  }
}

import { stemOf } from '../concepts.ts'
import { speaksOf, type FactColumn, type Facts } from '../facts.ts'
import { rowsOf, type NameGroup, type Statement } from '../statement.ts'
import type { Step } from '../step.ts'

/**
 * The rows of each name that both sides have in common: “in both Austria and Portugal, Premium scores higher than Basic”.
 * @returns null for all rows
 */
export function contextsOf(
  { names, facts, text }: Statement,
  { left, right, column: { step } }: { left: NameGroup | null; right: NameGroup | null; column: FactColumn },
): (readonly number[] | null)[] {
  const sides = [...(left?.names ?? []), ...(right?.names ?? [])]
  const own = [left, right].map((group) => (group ? rowsOf(group, step.id) : null))
  const contexts = names.filter(
    (name) =>
      name.step === step.id &&
      !sides.some((side) => side.column === name.column || (side.start < name.end && name.start < side.end)) &&
      own.every((rows) => rows === null || rows.some((row) => name.rows.includes(row))),
  )
  const each = contexts.length === 0 ? eachOf(facts, { text, step }) : []
  return contexts.length + each.length > 0 ? [...contexts.map(({ rows }) => rows), ...each] : [null]
}

const everyOne = /(?<!\p{L})(?:every|each|all|jede[nmrs]?|allen|cada|chaque|ogni)\s(?:\p{L}+\s){0,2}?(\p{L}+)/iu

/** “in every quarter”: the rows of each quarter. */
function eachOf(facts: Facts, { text, step }: { text: string; step: Step }): number[][] {
  const [, noun] = everyOne.exec(text) ?? []
  const column = facts.columns.find(
    (one) =>
      one.step === step &&
      (one.role === 'time' || one.role === 'name') &&
      noun !== undefined &&
      speaksOf({ stem: stemOf(noun) }, one),
  )
  if (!column) return []
  const rows = new Map<string, number[]>()
  for (const [at, row] of step.result.rows.entries()) {
    const key = String(row[column.index] ?? '')
    rows.set(key, [...(rows.get(key) ?? []), at])
  }
  return [...rows.values()].filter((own) => own.length > 1)
}

/** The numbers of a column in some rows, without missing ones. */
export function numbersAt({ numbers }: FactColumn, rows: readonly number[]): number[] {
  return rows.flatMap((row) => numbers[row] ?? [])
}

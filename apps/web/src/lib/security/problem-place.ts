import type { AreaProblem } from '@parlance/contract'
import type { ReadJson } from './rules-json.ts'

/** A value in a JSON text. */
export interface JsonPlace {
  path: PropertyKey[]
  /** Offset in the text. */
  place: number
}

/**
 * Finds the value that a rule's problem is about.
 * @param above where the rules are in the JSON text
 * @returns the nearest value that the text has; null if it has no such rule
 */
export function problemPlace(
  { rule, table, part }: Pick<AreaProblem, 'rule' | 'table' | 'part'>,
  value: unknown,
  json: Pick<ReadJson, 'placeOf'>,
  above: PropertyKey[] = [],
): JsonPlace | null {
  if (typeof value !== 'object' || value === null || !('rules' in value) || !Array.isArray(value.rules)) return null
  const rules: { name?: unknown; tables?: Record<string, unknown> }[] = value.rules
  const at = rules.findLastIndex(
    ({ name, tables }) => name === rule && (table === null || tables?.[table] !== undefined),
  )
  if (at < 0) return null
  const ofRule = [...above, 'rules', at]
  const ofTable = table === null ? [] : [[...ofRule, 'tables', table]]
  const ofPart = part === null ? [] : ofTable.map((path) => [...path, part])
  for (const path of [...ofPart, ...ofTable, ofRule]) {
    const place = json.placeOf(path)
    if (place !== null) return { path, place }
  }
  return null
}

import type { ResultColumn, Row } from './values.ts'

/**
 * Writes rows as JSON objects with one key per column, in the order of the columns. Values stay exact: what no JSON
 * number represents is text already.
 */
export function rowObjects(columns: readonly ResultColumn[]): (row: Row) => string {
  const keys = uniqueNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  // An object would move keys such as "2025" to its beginning.
  return (row) => `{${keys.map((key, index) => `${key}:${JSON.stringify(row[index] ?? null)}`).join(',')}}`
}

/** Adds a number only if no column has that name already, because two equal keys would lose a column. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    const isFirst = !seen.has(name)
    seen.add(name)
    if (isFirst) return name
    let number = 2
    while (taken.has(`${name}_${number}`)) number += 1
    taken.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}

const longestName = 100

/** The names that share the most three-letter pieces with a wanted one, best first. */
export function nearestNames(wanted: string, offered: string[], count: number): string[] {
  const pieces = piecesOf(wanted)
  return offered
    .map((name) => ({ name, score: similarity(pieces, piecesOf(name)) }))
    .toSorted((one, other) => other.score - one.score || one.name.localeCompare(other.name))
    .slice(0, count)
    .map(({ name }) => name.slice(0, longestName))
}

function piecesOf(name: string): Set<string> {
  const text = `  ${name.slice(0, longestName).toLowerCase()} `
  return new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)))
}

/** Shared pieces as a part of all. */
function similarity(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((piece) => other.has(piece)).length
  return shared / (one.size + other.size - shared)
}

import type { SemanticModel } from '../contract.ts'

/** Names that the compiled SQL gives to its parts. No table or column of the area has one of them. */
export interface Names {
  /** The query that summarizes a table. */
  summary: (at: number) => string
  /** A joined table. Its columns begin with its name. */
  joined: (at: number) => string
  /** The query that puts the summaries side by side, and its parts. */
  combined: string
  parts: string
  /** A group of a summary. */
  group: (at: number) => string
  /** A value of a summary. */
  value: (at: number) => string
}

/** Finds names that nothing in the area has. */
export function namesFor(model: SemanticModel): Names {
  const taken = model.tables.flatMap(({ entry }) => [entry.name, ...entry.columns.map(({ name }) => name)])
  let prefix = ''
  while (taken.some((name) => isOurs(name, prefix))) prefix += 'q'
  return {
    summary: (at) => `${prefix}m${at + 1}`,
    joined: (at) => `${prefix}j${at + 1}`,
    combined: `${prefix}combined`,
    parts: `${prefix}parts`,
    group: (at) => `${prefix}g${at + 1}`,
    value: (at) => `${prefix}v${at + 1}`,
  }
}

function isOurs(name: string, prefix: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith(prefix) && /^(?:[mjgv]\d|combined$|parts$)/.test(lower.slice(prefix.length))
}

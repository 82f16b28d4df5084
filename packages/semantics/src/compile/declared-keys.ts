import type { SemanticModel } from '../contract.ts'
import { stepsOf } from './relationships.ts'

/** Columns of a table that the area declares to be different in each row, though no key says it. */
export interface DeclaredKey {
  /** The table, as the area writes it. */
  table: string
  columns: readonly string[]
}

/** What a model's declared cardinalities promise about its tables, each once. */
export function declaredKeys(model: SemanticModel): { keys: DeclaredKey[]; isUnreadable: boolean } {
  const keys = new Map<string, DeclaredKey>()
  const steps = stepsOf(model).filter(({ isListed }) => isListed)
  for (const { to, pairs, partners } of steps) {
    if (partners !== 'declared') continue
    const columns = pairs.map((pair) => pair.to)
    keys.set(JSON.stringify([to.name, ...columns.toSorted()]), { table: to.name, columns })
  }
  return { keys: [...keys.values()], isUnreadable: steps.some(({ partners }) => partners === 'unreadable') }
}

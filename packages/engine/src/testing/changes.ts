import type { Cell } from '@parlance/contract'
import { Decline } from '../decline.ts'
import type { Change, Changed } from '../interpret/changes/change.ts'
import type { Query } from '../query.ts'
import { knownOf } from './known.ts'
import { reasonOf, sqlOf } from './queries.ts'
import type { TestDatabase } from './sqlite-database.ts'

/** Reads words as a change to an earlier query over a database whose values are known. */
export async function changesOn(database: TestDatabase, today: string): Promise<(prior: Query) => Change> {
  const known = await knownOf(database, today)
  return (prior) => ({ ...known, prior })
}

/** The rows of a changed query in their order; the reason if it was declined, and null if the words ask for something else. */
export function changedRows(
  database: TestDatabase,
  { schema }: Change,
  found: Changed | Decline | null,
): Cell[][] | string | null {
  if (found === null) return null
  return found instanceof Decline ? reasonOf(found) : database.rows(sqlOf(schema, found.query))
}

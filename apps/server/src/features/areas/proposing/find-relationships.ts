import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { referencedTable } from '../proving/suggest-joins.ts'
import { inferKeys } from './infer-keys.ts'
import type { NameWords } from './name-words.ts'
import { proveKeys } from './prove-keys.ts'
import type { ProofMeans, Relationship } from './prove-keys.ts'

export interface FoundRelationships {
  relationships: Relationship[]
  /** Whether names implied more relationships than were considered. */
  isCut: boolean
}

/** Finds the relationships that the database declares, and those that names imply and values support. */
export async function findRelationships(words: NameWords, means: ProofMeans): Promise<FoundRelationships> {
  const { catalogue } = means
  const declared = catalogue.tables.flatMap((child) => declaredBy(child, catalogue))
  const { candidates, isCut } = await inferKeys(catalogue, words)
  return { relationships: [...declared, ...(await proveKeys(candidates, means))], isCut }
}

function declaredBy(child: CatalogueTable, catalogue: Catalogue): Relationship[] {
  return child.foreignKeys.flatMap((key) => {
    const parent = referencedTable(key, child, catalogue)
    if (parent === null) return []
    const parentColumns = key.referencedColumns.length > 0 ? key.referencedColumns : parent.primaryKey
    if (parentColumns.length !== key.columns.length) return []
    const untested = { sampled: null, found: null, untested: null }
    return [{ child, columns: key.columns, parent, parentColumns, origin: 'declared', confidence: 1, ...untested }]
  })
}

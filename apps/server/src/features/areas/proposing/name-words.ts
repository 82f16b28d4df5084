import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { singular, splitIdentifier } from '@parlance/retrieval'

/** Words in front of a table's name that say nothing about its rows. */
const prefixes = new Set(['tbl', 'tb', 't', 'dim', 'fact', 'ref', 'reference', 'lookup', 'lkp', 'vw'])

/** The words of the names in one catalog, in the singular. */
export interface NameWords {
  of(name: string): readonly string[]
  /** Without a prefix such as `tbl_`. */
  ofTable(table: Pick<CatalogueTable, 'name'>): readonly string[]
}

/** Reads names with the words that the catalog itself separates, so that `custno` is read like `cust_no`. */
export function nameWords(catalogue: Catalogue): NameWords {
  const vocabulary = new Set<string>()
  for (const { name } of catalogue.tables) {
    for (const word of splitIdentifier(name)) if (word.length > 2) vocabulary.add(word).add(singular(word))
  }
  const known = new Map<string, readonly string[]>()
  const of = (name: string): readonly string[] => {
    const found = known.get(name) ?? splitIdentifier(name, vocabulary).map(singular)
    known.set(name, found)
    return found
  }
  return {
    of,
    ofTable: ({ name }) => {
      const [first = '', ...rest] = of(name)
      return rest.length > 0 && prefixes.has(first) ? rest : of(name)
    },
  }
}

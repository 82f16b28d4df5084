import { quoteName } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { CteNode, QueryNode, TableNode } from '../parse/model.ts'
import type { Proof } from '../prove/scope.ts'
import { nameAfter, replaceTable } from './splice.ts'
import type { Edit } from './splice.ts'

/** The names of WITH queries in the rewritten text, at their definition and at each mention. */
export interface RenamedQueries {
  edits: Edit[]
  definitions: ReadonlyMap<CteNode, string>
  mentions: ReadonlyMap<TableNode, string>
}

/** Names for which engines ignore no difference except case. */
const plainName = /^[A-Za-z_][A-Za-z0-9_$#]*$/

/**
 * Gives each WITH query named like a catalogue table a name that no table has. Then no engine can confuse the two, and
 * no rule's subquery can read the WITH query. This includes names that only an engine's collation treats as equal, as
 * SQL Server's does with wide letters, accents, and trailing blanks. MariaDB confuses the names of nested WITH clauses:
 * there each query gets a new name as soon as the query, or a guard in it, may contain a second WITH.
 */
export function renameQueries(query: QueryNode, proof: Proof, isGuarded: boolean): RenamedQueries {
  const { ctes } = proof
  const isMixedUp = dialectOf(proof.index.dialect).scoping.withMixesUp && (isGuarded || ctes.length > query.ctes.length)
  const definitions = new Map<CteNode, string>()
  const taken = new Set(ctes.map((cte) => cte.name.text.toLowerCase()))
  let number = 0
  for (const cte of ctes) {
    if (!isMixedUp && plainName.test(cte.name.text) && proof.index.named(cte.name.text).length === 0) continue
    let name: string
    do name = `parlance_with_${++number}`
    while (taken.has(name) || proof.index.named(name).length > 0)
    definitions.set(cte, name)
  }
  return { ...rename(definitions, proof), definitions }
}

function rename(definitions: ReadonlyMap<CteNode, string>, proof: Proof): Omit<RenamedQueries, 'definitions'> {
  const { dialect } = proof.index
  const edits: Edit[] = []
  const mentions = new Map<TableNode, string>()
  for (const [cte, name] of definitions) {
    edits.push({ start: cte.name.start, end: cte.name.end, pieces: [quoteName(name, dialect)] })
  }
  for (const { node, cte } of proof.cteReferences) {
    const name = definitions.get(cte)
    const written = node.name[0]
    if (name === undefined || !written) continue
    mentions.set(node, name)
    edits.push(...replaceTable(node, [quoteName(name, dialect) + (node.alias ? '' : nameAfter(written, dialect))]))
  }
  return { edits, mentions }
}

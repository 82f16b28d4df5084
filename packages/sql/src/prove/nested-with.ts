import { message } from '@parlance/contract'
import type { CteNode, QueryNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { report } from './scope.ts'
import type { Proof } from './scope.ts'
import { shown } from '../shown.ts'

/**
 * If a subquery's WITH reads a WITH query from outside, MariaDB looks for a table instead; directly in the definition
 * of another WITH query it finds it. This refuses what would fail there and shows how to write it.
 */
export function refuseNestedReads(query: QueryNode, proof: Proof): void {
  const inDefinitions = new Set(proof.ctes.map((cte) => cte.query))
  const meant = new Map(proof.cteReferences.map(({ node, cte }) => [node, cte]))
  walkQuery(query, {
    query: (inner) => {
      if (inner === query || inner.ctes.length === 0 || inDefinitions.has(inner)) return
      const own = definedIn(inner)
      for (const cte of inner.ctes) {
        walkQuery(cte.query, {
          table: (node) => {
            const outer = meant.get(node)
            if (!outer || own.has(outer)) return
            const name = shown(outer.name.text)
            const text = message(
              'A WITH clause inside a subquery cannot read {name}, which is defined outside the subquery. Put all WITH queries at the start of the statement.',
              { name },
            )
            report(proof, 'forbidden_construct', text, node.name[0]?.start ?? null)
          },
        })
      }
    },
  })
}

function definedIn(query: QueryNode): Set<CteNode> {
  const found = new Set<CteNode>()
  walkQuery(query, {
    query: (inner) => {
      for (const cte of inner.ctes) found.add(cte)
    },
  })
  return found
}

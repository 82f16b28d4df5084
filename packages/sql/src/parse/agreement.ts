import type { SqlDialect } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import { dialectOf } from '../dialects/index.ts'
import { RefusedNode } from './strict.ts'
import type { ExpressionNode, FromNode, QueryNode } from './model.ts'
import { walkQuery } from './walk.ts'
import type { Sightings } from './witness.ts'

/**
 * Checks that two parsers see the same tables and CTE definitions at the same places, and the same columns.
 * @throws RefusedNode when they don't
 */
export function compareSightings(query: QueryNode, other: Sightings, dialect: SqlDialect, text: string): void {
  const { grammar } = dialectOf(dialect)
  const own = sightings(query, grammar.hasTextLikeNames)
  if (!same(own.tables, other.tables) || !same(own.ctes, other.ctes)) {
    const at = firstDifference(own.tables, other.tables) ?? firstDifference(own.ctes, other.ctes)
    throw new RefusedNode(
      message(
        'A table in this query can be read in two ways. Use plain table names in FROM and JOIN, and AS before each alias.',
      ),
      at,
    )
  }
  const unseen = other.columns.filter(
    (offset) => !own.columns.has(offset) && !(grammar.hasTypeArguments && isTypeAt(text, offset)),
  )
  if (unseen.length > 0) {
    throw new RefusedNode(
      message('A column in this query can be read in two ways. Write the table name before it, as in orders.id.'),
      unseen[0] ?? null,
    )
  }
}

const typeWords = /(?:char|signed|unsigned|binary|date|datetime|decimal|json|time)\s*[()]/iy

/** `CONVERT(x, CHAR)`: one parser reads the type as a column. */
function isTypeAt(text: string, offset: number): boolean {
  typeWords.lastIndex = offset
  return typeWords.test(text)
}

function sightings(query: QueryNode, hasTextLikeNames: boolean) {
  const tables: number[] = []
  const ctes: number[] = []
  const columns = new Set<number>()
  walkQuery(query, {
    query: (node) => ctes.push(...node.ctes.map((cte) => cte.name.start)),
    select: (node) => {
      // T-SQL's `name = expression` names a result column.
      for (const item of node.items) {
        if (item.type === 'item' && item.alias) columns.add(item.alias.start)
        else if (item.type === 'star')
          for (const { name, alias } of item.rename) columns.add(name.start).add(alias.start)
      }
      for (const item of node.from) addPivoted(item, columns)
    },
    table: (node) => tables.push(node.name.at(-1)!.start),
    expression: (node: ExpressionNode) => {
      if (node.type === 'column') for (const part of node.parts) columns.add(part.start)
      else if (node.type === 'literal' && hasTextLikeNames && node.start !== null) columns.add(node.start)
      // One parser reads a word such as USER as a function without parentheses, the other as a column.
      else if (node.type === 'call') columns.add(node.start)
    },
  })
  return { tables: sorted(tables), ctes: sorted(ctes), columns }
}

/** The values and names of PIVOT, which one parser reads as columns. */
function addPivoted(item: FromNode, columns: Set<number>): void {
  if (item.type === 'join') {
    addPivoted(item.left, columns)
    addPivoted(item.right, columns)
  } else if (item.type === 'pivot') {
    for (const name of item.made) for (const part of name) columns.add(part.start)
    for (const { alias } of item.aggregates) if (alias) columns.add(alias.start)
    addPivoted(item.input, columns)
  }
}

function sorted(offsets: number[]): number[] {
  return offsets.toSorted((a, b) => a - b)
}

function same(left: number[], right: number[]): boolean {
  return left.length === right.length && left.every((offset, index) => offset === right[index])
}

function firstDifference(left: number[], right: number[]): number | null {
  const extra = left.find((offset) => !right.includes(offset)) ?? right.find((offset) => !left.includes(offset))
  return extra ?? null
}

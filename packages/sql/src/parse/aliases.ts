import type { Alias, FromNode, Identifier, QueryNode } from './model.ts'
import { walkQuery } from './walk.ts'

/** Visits the names of result columns, tables, and subqueries, in nested queries too. */
export function eachAlias(query: QueryNode, visit: (alias: Alias) => void): void {
  walkQuery(query, {
    select: (node) => {
      for (const item of node.items) if (item.type === 'item' && item.alias) visit({ name: item.alias, columns: [] })
      for (const item of node.from) eachIn(item, visit)
    },
  })
}

function eachIn(item: FromNode, visit: (alias: Alias) => void): void {
  if (item.type === 'join') {
    eachIn(item.left, visit)
    eachIn(item.right, visit)
    return
  }
  if (item.type === 'pivot') eachIn(item.input, visit)
  if (item.alias) visit(item.alias)
}

/** Words that polyglot reserves when they are an alias without AS; to the engines they are plain names. */
const ownWords = new Set(
  `percent offset filter date time timestamp datetime type first last next row rows key index comment range schema column
   language domain body namespace input sequence function system current following preceding ties ordinality cycle
   database load trigger procedure returns begin`.split(/\s+/),
)
// oxlint-disable-next-line no-restricted-globals -- built only from our own words
const mayHaveOwnWord = new RegExp(`\\b(?:${[...ownWords].join('|')})\\b`, 'i')

/**
 * The text for polyglot, with such aliases replaced by plain words of the same length. An alias names nothing that is
 * read, and the query's own text doesn't change.
 */
export function withPlainAliases(text: string, query: QueryNode): string {
  if (!mayHaveOwnWord.test(text)) return text
  const found: Identifier[] = []
  eachAlias(query, ({ name }) => found.push(name))
  const known = new Set(found.map(({ text: name }) => name.toLowerCase()))
  walkQuery(query, {
    expression: (node) => {
      if (node.type === 'column')
        found.push(...node.parts.slice(0, -1).filter((part) => known.has(part.text.toLowerCase())))
    },
  })
  let plain = text
  for (const { quote, text: name, start, end } of found) {
    if (quote !== null || !ownWords.has(name.toLowerCase())) continue
    plain = plain.slice(0, start) + 'x'.repeat(end - start) + plain.slice(end)
  }
  return plain
}

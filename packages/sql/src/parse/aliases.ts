import type { Alias, FromNode, Identifier, QueryNode } from './model.ts'
import { walkQuery } from './walk.ts'

/** Visits the names that result columns, tables and subqueries get, in every query inside of this one too. */
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

/** Words that polyglot takes for its own where an alias stands without AS; to the engines they are plain names there. */
const ownWords = new Set(
  `percent offset filter date time timestamp datetime type first last next row rows key index comment range schema column
   language domain body namespace input sequence function system current following preceding ties ordinality cycle
   database load trigger procedure returns begin`.split(/\s+/),
)
// oxlint-disable-next-line no-restricted-globals -- made of our own words
const mayHaveOwnWord = new RegExp(`\\b(?:${[...ownWords].join('|')})\\b`, 'i')

/**
 * The text for polyglot with aliases that are such words as other plain words of the same length: an alias names nothing
 * that is read, and the query's own text stays.
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

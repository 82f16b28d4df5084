import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { Policies } from '../contract.ts'
import { prepareSql } from '../lexer/prepare.ts'
import { parseSql } from '../parse/index.ts'
import type { FromNode, Identifier, ParsedTrees, QueryNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { nameKey } from '../prove/names.ts'
import { table } from './request.ts'

/** A catalogue for a query: each table that it names, with every column that it names. */
export interface Assumed {
  catalogue: Catalogue
  /** A row rule on each of the tables. */
  policies: Policies
}

/** Builds a catalogue in which a query of an unknown database finds all of its names; null if it can't be read. */
export async function assumedCatalogue(sql: string, dialect: SqlDialect): Promise<Assumed | null> {
  const prepared = prepareSql(sql, dialect)
  if ('problem' in prepared) return null
  const outcome = await parseSql(dialect, prepared.prepared.text)
  const trees = outcome.ok ? (outcome.trees as ParsedTrees) : null
  return trees && 'query' in trees ? assumed(trees.query, dialect) : null
}

function assumed(query: QueryNode, dialect: SqlDialect): Assumed {
  const key = (name: Identifier) => nameKey(name, dialect)
  const ctes = new Set<string>()
  const names = new Map<string, Identifier[]>()
  const columns = new Set<string>()
  walkQuery(query, {
    query: (node) => {
      for (const { name } of node.ctes) ctes.add(key(name))
      for (const { columns: added } of node.ctes) for (const column of added) columns.add(key(column))
    },
    select: (node) => {
      for (const item of node.from) for (const name of usingNames(item)) columns.add(key(name))
    },
    table: (node) => names.set(node.name.map(key).join('.'), node.name),
    expression: (node) => {
      if (node.type === 'column') for (const part of node.parts) columns.add(key(part))
    },
  })
  const own = key({ text: 'id', quote: null, start: 0, end: 0 })
  columns.add(own)
  const read = [...names.values()].filter((parts) => parts.length > 1 || !ctes.has(key(parts[0]!)))
  const tables = read.map((parts) =>
    table(key(parts.at(-1)!), [...columns], parts.length > 1 ? key(parts.at(-2)!) : null),
  )
  const rules = Object.fromEntries(
    tables.map(({ schema, name }) => [schema ? `${schema}.${name}` : name, { condition: `${own} IS NOT NULL` }]),
  )
  const database = read.find((parts) => parts.length === 3)?.[0]
  return {
    catalogue: { dialect, defaultSchema: null, database: database ? key(database) : null, tables },
    policies: { rowRules: { rules: [{ name: 'rows', tables: rules }] }, columnRules: null, hashSalt: 'salt' },
  }
}

function usingNames(item: FromNode): Identifier[] {
  return item.type === 'join' ? [...item.using, ...usingNames(item.left), ...usingNames(item.right)] : []
}

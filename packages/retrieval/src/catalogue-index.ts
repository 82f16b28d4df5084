import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { spellingsOf, type Spellings } from './guess-words.ts'
import { singular, splitIdentifier, stem, tokenise } from './words.ts'

/** An administrator's words for a table (`column` null) or a column; the table's name may be schema-qualified. */
export interface Description {
  table: string
  column: string | null
  text: string
  synonyms: string[]
}

interface Posting {
  tables: number[]
  weights: number[]
}

/** A catalogue prepared for search. Built once per catalogue, then only read. */
export interface CatalogueIndex {
  tables: readonly CatalogueTable[]
  postings: ReadonlyMap<string, Posting>
  stems: ReadonlyMap<string, readonly string[]>
  spellings: Spellings
  /** For each word of a schema's name, the positions of its tables. The default schema is left out. */
  schemas: ReadonlyMap<string, readonly number[]>
  /** For each table, the positions of the tables that its foreign keys link, in either direction. */
  neighbors: ReadonlyMap<number, readonly number[]>
}

const weightOf = { tableName: 6, tableSynonym: 5, column: 2, columnSynonym: 2, comment: 0.8, text: 0.8 } as const

type WordWeights = Map<string, number>

function addWords(words: WordWeights, list: readonly string[], weight: number): void {
  for (const word of list) {
    const key = singular(word)
    if (key.length < 2) continue
    words.set(key, Math.max(words.get(key) ?? 0, weight))
  }
}

function describe(words: WordWeights, description: Description): void {
  const isTable = description.column === null
  const synonymWeight = isTable ? weightOf.tableSynonym : weightOf.columnSynonym
  for (const synonym of description.synonyms) addWords(words, tokenise(synonym), synonymWeight)
  addWords(words, tokenise(description.text), weightOf.text)
}

type Split = (identifier: string) => string[]

/** Tables have many columns with the same name; splitting each name once makes the index several times faster. */
function splitOnce(): Split {
  const known = new Map<string, string[]>()
  return (identifier) => {
    const words = known.get(identifier) ?? splitIdentifier(identifier)
    known.set(identifier, words)
    return words
  }
}

function wordsOfTable(table: CatalogueTable, descriptions: readonly Description[], split: Split): WordWeights {
  const words: WordWeights = new Map()
  addWords(words, splitIdentifier(table.name), weightOf.tableName)
  if (table.comment !== null) addWords(words, tokenise(table.comment), weightOf.comment)
  for (const column of table.columns) {
    addWords(words, split(column.name), weightOf.column)
    if (column.comment !== null) addWords(words, tokenise(column.comment), weightOf.comment)
  }
  for (const description of descriptions) describe(words, description)
  return words
}

function descriptionsByTable(descriptions: readonly Description[]): Map<string, Description[]> {
  const byTable = new Map<string, Description[]>()
  for (const description of descriptions) {
    const key = description.table.toLowerCase()
    byTable.set(key, [...(byTable.get(key) ?? []), description])
  }
  return byTable
}

/** Prepares a catalogue for `searchTables`: names, comments, and descriptions become weighted words of their table. */
export function indexCatalogue(catalogue: Catalogue, descriptions: readonly Description[] = []): CatalogueIndex {
  const described = descriptionsByTable(descriptions)
  const postings = new Map<string, Posting>()
  const split = splitOnce()
  catalogue.tables.forEach((table, position) => {
    const plain = described.get(table.name.toLowerCase()) ?? []
    const qualified = described.get(`${table.schema ?? ''}.${table.name}`.toLowerCase()) ?? []
    for (const [word, weight] of wordsOfTable(table, [...plain, ...qualified], split)) {
      const posting = postings.get(word) ?? { tables: [], weights: [] }
      posting.tables.push(position)
      posting.weights.push(weight)
      postings.set(word, posting)
    }
  })
  const stems = new Map<string, string[]>()
  for (const word of postings.keys()) {
    const key = stem(word)
    stems.set(key, [...(stems.get(key) ?? []), word])
  }
  return {
    tables: catalogue.tables,
    postings,
    stems,
    spellings: spellingsOf(postings.keys()),
    schemas: schemasOf(catalogue, split),
    neighbors: neighborsOf(catalogue),
  }
}

function schemasOf({ tables, defaultSchema }: Catalogue, split: Split): Map<string, number[]> {
  const schemas = new Map<string, number[]>()
  tables.forEach(({ schema }, position) => {
    if (schema === null || schema === defaultSchema) return
    for (const word of new Set(split(schema).map(singular))) {
      const known = schemas.get(word)
      if (known === undefined) schemas.set(word, [position])
      else known.push(position)
    }
  })
  return schemas
}

function neighborsOf({ tables }: Catalogue): Map<number, number[]> {
  const positions = new Map(tables.map((table, position) => [JSON.stringify([table.schema, table.name]), position]))
  // SQLite stores a key's table name as its author spelled it.
  const loose = new Map([...positions].map(([key, position]) => [key.toLowerCase(), position]))
  const neighbors = new Map<number, Set<number>>()
  const link = (from: number, to: number): void => {
    const known = neighbors.get(from)
    if (known === undefined) neighbors.set(from, new Set([to]))
    else known.add(to)
  }
  tables.forEach((table, from) => {
    for (const { referencedSchema, referencedTable } of table.foreignKeys) {
      const key = JSON.stringify([referencedSchema ?? table.schema, referencedTable])
      const to = positions.get(key) ?? loose.get(key.toLowerCase())
      if (to === undefined || to === from) continue
      link(from, to)
      link(to, from)
    }
  })
  return new Map([...neighbors].map(([position, near]) => [position, [...near]]))
}

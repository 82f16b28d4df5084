import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { singular, splitIdentifier, tokenise, type Description } from '@parlance/retrieval'
import names from '../lexicon/vocabulary/names.json' with { type: 'json' }
import type { TableKey } from '../query.ts'
import { linkTables } from './foreign-keys.ts'
import type { Schema, TableModel } from './model.ts'

const tablePrefixes = new Set(names.prefixes)
const commonWords = new Set(names.parts)

function vocabularyOf(catalogue: Catalogue): Set<string> {
  const words = new Set<string>(names.parts)
  for (const table of catalogue.tables) {
    for (const word of splitIdentifier(table.name)) if (word.length > 2) words.add(word).add(singular(word))
    for (const column of table.columns) {
      const parts = splitIdentifier(column.name)
      if (parts.length > 1) for (const word of parts) if (word.length > 3) words.add(word)
    }
  }
  return words
}

/** The key of a table in `Schema`. */
export function keyOf(catalogue: Catalogue, table: { schema: string | null; name: string }): TableKey {
  return table.schema === null || table.schema === catalogue.defaultSchema
    ? table.name
    : `${table.schema}.${table.name}`
}

function spokenWords(identifier: string, vocabulary: ReadonlySet<string>): string[] {
  return splitIdentifier(identifier, vocabulary).filter((word) => word !== 'of' && word !== 'the')
}

function synonymsFor(descriptions: readonly Description[], table: CatalogueTable, column: string | null): string[][] {
  const names = new Set([table.name.toLowerCase(), `${table.schema ?? ''}.${table.name}`.toLowerCase()])
  return descriptions
    .filter(
      (one) => names.has(one.table.toLowerCase()) && (one.column ?? '').toLowerCase() === (column ?? '').toLowerCase(),
    )
    .flatMap((one) => one.synonyms)
    .map((synonym) => tokenise(synonym).map(singular))
}

function modelTable(
  catalogue: Catalogue,
  source: CatalogueTable,
  vocabulary: ReadonlySet<string>,
  descriptions: readonly Description[],
): TableModel {
  const key = keyOf(catalogue, source)
  const parts = spokenWords(source.name, vocabulary)
  const first = parts[0]
  const meant = parts.length > 1 && first !== undefined && tablePrefixes.has(first) ? parts.slice(1) : parts
  const table: TableModel = {
    key,
    name: source.name,
    schema: source.schema,
    isView: source.objectType === 'VIEW',
    columns: [],
    primaryKey: [],
    words: meant.map(singular),
    spoken: meant.join(' '),
    synonyms: synonymsFor(descriptions, source, null),
    source,
  }
  const keys = new Set(source.primaryKey.map((name) => name.toLowerCase()))
  const taken = new Set(source.columns.map((one) => one.name.toLowerCase()))
  table.columns = source.columns.map((one) => {
    const words = withoutInitial(spokenWords(one.name, vocabulary), meant, taken)
    return {
      name: one.name,
      kind: one.kind,
      dataType: one.dataType,
      nullable: one.nullable,
      table,
      ref: { table: key, column: one.name },
      words: words.map(singular),
      spoken: words.join(' '),
      synonyms: synonymsFor(descriptions, source, one.name),
      isKey: keys.has(one.name.toLowerCase()),
      isForeignKey: false,
    }
  })
  table.primaryKey = table.columns.filter((one) => one.isKey)
  return table
}

const namePrefixes = new Set(names.nameInitials)

/** `bname` of a bank is its name: a table's initial before a common word, unless it stands for a part of a name. */
function withoutInitial(words: string[], table: readonly string[], taken: ReadonlySet<string>): string[] {
  const [only = '', other] = words
  const rest = only.slice(1)
  if (other !== undefined || namePrefixes.has(only) || taken.has(rest) || !commonWords.has(rest)) return words
  return table.some((word) => word[0] === only[0]) ? [rest] : words
}

/** The catalogue as the engine reads it: words for every name, and the links between tables. */
export function modelSchema(catalogue: Catalogue, descriptions: readonly Description[]): Schema {
  const vocabulary = vocabularyOf(catalogue)
  const tables = catalogue.tables.map((table) => modelTable(catalogue, table, vocabulary, descriptions))
  const byKey = new Map(tables.map((table) => [table.key, table]))
  const links = linkTables(tables)
  for (const link of links) for (const pair of link.pairs) pair.child.isForeignKey = true
  return { dialect: catalogue.dialect, defaultSchema: catalogue.defaultSchema, tables, byKey, links }
}

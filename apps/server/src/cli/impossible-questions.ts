import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'
import { splitIdentifier, stem } from '@parlance/retrieval'
import type { DevelopmentQuestion } from './development-data.ts'

/** Why the data can't answer a question: something that it needs was removed, or it is about another database. */
export const impossibleKinds = ['column removed', 'table removed', 'other database'] as const
export type ImpossibleKind = (typeof impossibleKinds)[number]

export interface ImpossibleQuestion {
  kind: ImpossibleKind
  /** What the question may be answered from. */
  catalogue: Catalogue
}

/** Words of names that say too little to show that two names mean the same. */
const generic = new Set(
  'id code name number date type description detail amount title of the and to no in is'.split(' '),
)

/**
 * Makes a question impossible to answer. The kinds take turns by the question's position.
 * @param other the catalog of another database
 * @returns null if nothing can be removed that no other name resembles
 */
export function makeImpossible(
  question: DevelopmentQuestion,
  catalogue: Catalogue,
  other: Catalogue,
): ImpossibleQuestion | null {
  const turn = question.at % impossibleKinds.length
  const said = identifiersOf(question.expectedSql)
  const makers: (() => Catalogue | null)[] = [
    () => withoutColumn(catalogue, said, question.at),
    () => withoutTable(catalogue, said, question.at),
    () => (other.tables.some((one) => resembles(wordsOf(one.name), namesOf(catalogue, said))) ? null : other),
  ]
  for (let step = 0; step < makers.length; step++) {
    const at = (turn + step) % makers.length
    const made = makers[at]?.() ?? null
    const kind = impossibleKinds[at]
    if (made !== null && made.tables.length > 0 && kind !== undefined) return { kind, catalogue: made }
  }
  return null
}

/** The words outside of quotes in a query. */
function identifiersOf(sql: string): Set<string> {
  const plain = sql.replaceAll(/"[^"]*"|'[^']*'/g, ' ').toLowerCase()
  return new Set(plain.match(/[\p{L}_][\p{L}\p{N}_]*/gu))
}

function wordsOf(name: string, owner = ''): string[] {
  const own = new Set(splitIdentifier(owner).map((word) => stem(word)))
  return splitIdentifier(name)
    .filter((word) => !generic.has(word))
    .map((word) => stem(word))
    .filter((word) => !own.has(word))
}

function namesOf({ tables }: Catalogue, said: ReadonlySet<string>): string[] {
  return tables.filter((one) => said.has(one.name.toLowerCase())).flatMap((one) => wordsOf(one.name))
}

function resembles(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => others.includes(word))
}

/** The one of several that a question's position chooses. */
function chosen<One>(all: readonly One[], at: number): One | undefined {
  return all[at % Math.max(all.length, 1)]
}

function withoutColumn(catalogue: Catalogue, said: ReadonlySet<string>, at: number): Catalogue | null {
  const removable = catalogue.tables.flatMap((table) => {
    const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)])
    return said.has(table.name.toLowerCase())
      ? table.columns
          .filter((column) => said.has(column.name.toLowerCase()) && !keys.has(column.name))
          .map((column) => ({ table, column }))
          .filter((one) => isAlone(catalogue, one))
      : []
  })
  const found = chosen(removable, at)
  if (found === undefined) return null
  const { table, column } = found
  const rest = { ...table, columns: table.columns.filter((one) => one !== column) }
  return { ...catalogue, tables: catalogue.tables.map((one) => (one === table ? rest : one)) }
}

function isAlone(
  { tables }: Catalogue,
  { table, column }: { table: CatalogueTable; column: CatalogueColumn },
): boolean {
  const words = wordsOf(column.name, table.name)
  const others = tables.flatMap((one) => [
    ...wordsOf(one.name),
    ...one.columns.filter((other) => other !== column).flatMap((other) => wordsOf(other.name)),
  ])
  return words.length > 0 && !resembles(words, others)
}

function withoutTable(catalogue: Catalogue, said: ReadonlySet<string>, at: number): Catalogue | null {
  const removable = catalogue.tables.filter((table) => {
    const words = wordsOf(table.name)
    const others = catalogue.tables.filter((one) => one !== table)
    const names = others.flatMap((one) =>
      [one.name, ...one.columns.map(({ name }) => name)].flatMap((name) => wordsOf(name)),
    )
    return said.has(table.name.toLowerCase()) && words.length > 0 && !resembles(words, names)
  })
  const found = chosen(removable, at)
  if (found === undefined) return null
  const tables = catalogue.tables
    .filter((one) => one !== found)
    .map((one) => ({ ...one, foreignKeys: one.foreignKeys.filter((key) => key.referencedTable !== found.name) }))
  return { ...catalogue, tables }
}

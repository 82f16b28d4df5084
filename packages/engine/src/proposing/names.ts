import type { Definitions, DefinitionKind, SqlDialect } from '@parlance/contract'
import { identifier, writingOf } from '@parlance/sql/writing'
import { plural } from '../lexicon/plurals.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { rowWords } from '../answer/describe.ts'

/** A name as definitions have it: 'Active customers'. */
export function capitalized(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

/** What the rows of a table are called: 'order lines'. */
export function rowsOf(table: TableModel): string {
  return plural(rowWords(table))
}

/** The name of a column in SQL, quoted only if it needs to be. */
export function columnSql({ name }: ColumnModel, dialect: SqlDialect): string {
  return identifier(writingOf(dialect), name)
}

/** A text in SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The words of a name that are not those of its table: 'status' of order_status. */
export function ownWords({ words, table }: ColumnModel): string[] {
  const own = words.filter((word) => !table.words.includes(word))
  return own.length === 0 ? words : own
}

/** Gives each proposed definition a name that neither the area nor another proposal has. */
export class FreeNames {
  private readonly own: Record<DefinitionKind, Set<string>>
  private readonly proposed = { metric: new Set<string>(), dimension: new Set<string>(), filter: new Set<string>() }

  constructor({ metrics, dimensions, filters }: Definitions) {
    const namesOf = (all: readonly { name: string }[]) => new Set(all.map(({ name }) => name.toLowerCase()))
    this.own = { metric: namesOf(metrics), dimension: namesOf(dimensions), filter: namesOf(filters) }
  }

  /** The name, with its table if another proposal has it. Null if the area already defines it. */
  take(kind: DefinitionKind, name: string, table: TableModel): string | null {
    if (this.own[kind].has(name.toLowerCase())) return null
    const names = [name, `${name} of ${rowsOf(table)}`, `${name} of ${table.name}`]
    const free = names.find(
      (one) => !this.own[kind].has(one.toLowerCase()) && !this.proposed[kind].has(one.toLowerCase()),
    )
    if (free !== undefined) this.proposed[kind].add(free.toLowerCase())
    return free ?? null
  }
}

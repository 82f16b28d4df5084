import type { SqlDialect } from '@parlance/contract'
import type { Identifier } from '../parse/model.ts'

type Folding = 'insensitive' | 'upper' | 'as-parsed'

/** How unquoted names find their object; PostgreSQL's own parser has already folded them. */
const folding: Record<SqlDialect, Folding> = {
  postgresql: 'as-parsed',
  sqlite: 'insensitive',
  mysql: 'insensitive',
  tsql: 'insensitive',
  oracle: 'upper',
  snowflake: 'upper',
  bigquery: 'insensitive',
  dremio: 'insensitive',
  hana: 'upper',
}

/** The key under which a written name finds its object in this dialect. */
export function nameKey(name: Pick<Identifier, 'text' | 'quote'>, dialect: SqlDialect): string {
  switch (folding[dialect]) {
    case 'as-parsed':
      return name.text
    case 'upper':
      return name.quote === null ? name.text.toUpperCase() : name.text
    case 'insensitive':
      return name.text.toLowerCase()
  }
}

/** The key of a name as the catalogue spells it. */
export function catalogueKey(name: string, dialect: SqlDialect): string {
  return nameKey({ text: name, quote: '"' }, dialect)
}

/** A name quoted for this dialect (R03). */
export function quoteName(name: string, dialect: SqlDialect): string {
  if (dialect === 'mysql' || dialect === 'bigquery') return '`' + name.replaceAll('`', '``') + '`'
  if (dialect === 'tsql') return '[' + name.replaceAll(']', ']]') + ']'
  return '"' + name.replaceAll('"', '""') + '"'
}

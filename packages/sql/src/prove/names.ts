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

/**
 * A name in the other case, letter by letter. Letters whose other case is not theirs alone stay as they are: `ſ` would
 * become the `S` of another name.
 */
function inCase(text: string, change: (letter: string) => string, back: (letter: string) => string): string {
  if (!/\P{ASCII}/u.test(text)) return change(text)
  return text.replace(/./gsu, (letter) => {
    const changed = change(letter)
    return changed.length === letter.length && back(changed) === back(letter) ? changed : letter
  })
}

const upper = (text: string) =>
  inCase(
    text,
    (letter) => letter.toUpperCase(),
    (letter) => letter.toLowerCase(),
  )
const lower = (text: string) =>
  inCase(
    text,
    (letter) => letter.toLowerCase(),
    (letter) => letter.toUpperCase(),
  )

/** The key under which a written name finds its object in this dialect. */
export function nameKey(name: Pick<Identifier, 'text' | 'quote'>, dialect: SqlDialect): string {
  switch (folding[dialect]) {
    case 'as-parsed':
      return name.text
    case 'upper':
      return name.quote === null ? upper(name.text) : name.text
    case 'insensitive':
      return lower(name.text)
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

import { dialectFacts, dialectOfKind, quoteName } from '@parlance/contract'

/** A table in SQL, with the name that refers to its columns. */
export interface NamedTable {
  table: string
  alias: string
}

const notAliases = new Set(
  'where join inner left right full outer cross on using group order having limit offset fetch union except intersect as select set window lateral natural'.split(
    ' ',
  ),
)

const sourcePattern = /\b(?:from|join)\s+|,\s*/gi
const namePattern = /^((?:["`[]?[\w$]+["`\]]?\.)*["`[]?[\w$]+["`\]]?)(?:\s+(?:as\s+)?([a-z_][\w$]*))?/i

/**
 * The known tables after FROM, JOIN or a comma in a text, with their aliases. Used only for suggestions, never for
 * decisions.
 */
export function tablesInSql(sql: string, known: string[]): NamedTable[] {
  const byName = new Map(known.map((table) => [table.toLowerCase(), table]))
  const found: NamedTable[] = []
  for (const match of sql.matchAll(sourcePattern)) {
    const [, written = '', next = ''] = namePattern.exec(sql.slice(match.index + match[0].length)) ?? []
    const name = unquoted(written)
    const table = byName.get(name.toLowerCase()) ?? byName.get((name.split('.').at(-1) ?? '').toLowerCase())
    if (table === undefined) continue
    const alias = next === '' || notAliases.has(next.toLowerCase()) ? (name.split('.').at(-1) ?? name) : next
    if (!found.some((other) => other.table === table && other.alias === alias)) found.push({ table, alias })
  }
  return found
}

/** A name without its quotes. */
export function unquoted(name: string): string {
  return name.replaceAll(/["`[\]]/g, '')
}

/** A name as it must be written: quoted unless it is a plain word. */
export function quotedName(name: string, kind: string): string {
  const dialect = dialectOfKind(kind)
  const folding = dialect === null ? 'lower' : dialectFacts[dialect].folding
  return name
    .split('.')
    .map((part) => {
      if (/^[a-z_][a-z\d_]*$/.test(part) || (/^[A-Z_][A-Z\d_]*$/.test(part) && folding === 'upper')) return part
      if (/^[A-Za-z_]\w*$/.test(part) && folding === 'insensitive') return part
      return dialect === null ? `"${part.replaceAll('"', '""')}"` : quoteName(part, dialect)
    })
    .join('.')
}

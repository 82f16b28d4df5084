import { isDatabaseKind, type DatabaseKind } from '@parlance/contract'

/** A table that SQL reads, by the name that its columns can be asked with. */
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

/** The known tables that a text names after FROM, JOIN or a comma, with their aliases. It helps typing: nothing is decided by it. */
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

interface Naming {
  quotes: readonly [open: string, close: string]
  /** Plain words that need no quotes: those in small letters, those in capitals too, or all. */
  plain: RegExp
}

const small = /^[a-z_][a-z\d_]*$/
const capitals = /^(?:[a-z_][a-z\d_]*|[A-Z_][A-Z\d_]*)$/
const anyCase = /^[A-Za-z_]\w*$/
const quote = ['"', '"'] as const
const backtick = ['`', '`'] as const
const standard: Naming = { quotes: quote, plain: small }

const namings = {
  postgresql: standard,
  mysql: { quotes: backtick, plain: anyCase },
  sqlserver: { quotes: ['[', ']'], plain: anyCase },
  oracle: { quotes: quote, plain: capitals },
  sqlite: { quotes: quote, plain: anyCase },
  snowflake: { quotes: quote, plain: capitals },
  bigquery: { quotes: backtick, plain: anyCase },
  dremio: { quotes: quote, plain: anyCase },
  mongodb: { quotes: backtick, plain: small },
  hana: { quotes: quote, plain: capitals },
  googlesheets: standard,
} satisfies Record<DatabaseKind, Naming>

/** A name as it must be written: quoted where it is more than a plain word. */
export function quotedName(name: string, kind: string): string {
  const { quotes, plain } = isDatabaseKind(kind) ? namings[kind] : standard
  const [open, close] = quotes
  return name
    .split('.')
    .map((part) => (plain.test(part) ? part : `${open}${part.replaceAll(close, close + close)}${close}`))
    .join('.')
}

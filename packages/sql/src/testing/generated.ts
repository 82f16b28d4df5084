import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlDialect } from '@parlance/contract'

const folder = join(import.meta.dirname, '../../corpus/generated')
const read = <Content>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content

const upperCase: ReadonlySet<SqlDialect> = new Set<SqlDialect>(['oracle', 'snowflake', 'hana'])

/** The forms that generators write for every database, quoted and limited as the dialect does it. */
export function commonForms(dialect: SqlDialect): string[] {
  return read<string[]>('any.json').map((template) => asDialect(template, dialect))
}

/** The forms that generators write for only one database. */
export function ownForms(dialect: SqlDialect): Generated {
  return read<Generated>(`${dialect}.json`)
}

/** Hostile variants of these forms that are answered, because nothing leaks. */
export function answeredAttacks(dialect: SqlDialect): string[] {
  const attacks = read<{ dialect: SqlDialect; sql: string; allowed: boolean }[]>('../generated-forms.json')
  return attacks.filter((attack) => attack.dialect === dialect && attack.allowed).map(({ sql }) => sql)
}

export interface Generated {
  /** Accepted with and without rules. */
  always: string[]
  /** Accepted only if no rule applies to the tables. */
  withoutRules: string[]
}

/** Databases in which a SELECT needs FROM. */
const rowOfNothing: Partial<Record<SqlDialect, string>> = { oracle: ' FROM dual', hana: ' FROM dummy' }

function asDialect(template: string, dialect: SqlDialect): string {
  const quoted = template.replace(/"([^"]+)"/g, (_, name: string) => quote(name, dialect))
  return quoted
    .replaceAll('{as}', dialect === 'oracle' ? '' : ' AS')
    .replaceAll('{dual}', rowOfNothing[dialect] ?? '')
    .replace(/\{top:(\d+)\}/, dialect === 'tsql' ? 'TOP ($1) ' : '')
    .replace(/\{limit:(\d+)\}/, limit(dialect))
    .replace(/\{page:(\d+),(\d+)\}/, page(dialect))
}

function quote(name: string, dialect: SqlDialect): string {
  if (dialect === 'mysql' || dialect === 'bigquery') return `\`${name}\``
  if (dialect === 'tsql') return `[${name}]`
  return `"${upperCase.has(dialect) ? name.toUpperCase() : name}"`
}

function limit(dialect: SqlDialect): string {
  if (dialect === 'tsql') return ''
  return dialect === 'oracle' ? ' FETCH FIRST $1 ROWS ONLY' : ' LIMIT $1'
}

function page(dialect: SqlDialect): string {
  const isStandard = dialect === 'tsql' || dialect === 'oracle'
  return isStandard ? ' OFFSET $2 ROWS FETCH NEXT $1 ROWS ONLY' : ' LIMIT $1 OFFSET $2'
}

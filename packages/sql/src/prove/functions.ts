import type { SqlDialect } from '@parlance/contract'
import type { ExpressionNode, TableFunctionNode } from '../parse/model.ts'
import { mayCastTo } from './cast-types.ts'
import { bigqueryFunctions, bigqueryTableFunctions } from './functions/bigquery.ts'
import { dremioFunctions } from './functions/dremio.ts'
import { hanaFunctions, hanaTableFunctions } from './functions/hana.ts'
import { mysqlFunctions } from './functions/mysql.ts'
import { oracleFunctions } from './functions/oracle.ts'
import { postgresqlFunctions, postgresqlTableFunctions } from './functions/postgresql.ts'
import { snowflakeFunctions, snowflakeTableFunctions } from './functions/snowflake.ts'
import { sqliteFunctions, sqliteTableFunctions } from './functions/sqlite.ts'
import { tsqlFunctions, tsqlTableFunctions } from './functions/tsql.ts'
import { report } from './scope.ts'
import type { Proof } from './scope.ts'
import { shown } from './shown.ts'
import { nearest } from './suggest.ts'

interface FunctionLists {
  scalar: ReadonlySet<string>
  table: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The allow-list of each dialect, lower-case; a function that is not on it is refused in every position (R06). */
const lists: Record<SqlDialect, FunctionLists> = {
  postgresql: { scalar: postgresqlFunctions, table: postgresqlTableFunctions },
  sqlite: { scalar: sqliteFunctions, table: sqliteTableFunctions },
  mysql: { scalar: mysqlFunctions, table: none },
  tsql: { scalar: tsqlFunctions, table: tsqlTableFunctions },
  oracle: { scalar: oracleFunctions, table: none },
  snowflake: { scalar: snowflakeFunctions, table: snowflakeTableFunctions },
  bigquery: { scalar: bigqueryFunctions, table: bigqueryTableFunctions },
  dremio: { scalar: dremioFunctions, table: none },
  hana: { scalar: hanaFunctions, table: hanaTableFunctions },
}

/** Schemas and prefixes under which the listed functions may be named. */
const systemSchemas: Record<SqlDialect, ReadonlySet<string>> = {
  postgresql: new Set(['pg_catalog']),
  sqlite: none,
  mysql: none,
  tsql: none,
  oracle: none,
  snowflake: none,
  bigquery: new Set(['safe']),
  dremio: none,
  hana: none,
}

type Call = Extract<ExpressionNode, { type: 'call' }>

/** Refuses a function that is not on the dialect's list. */
export function checkCall(call: Call, proof: Proof): void {
  check(call.name, call.start, lists[proof.index.dialect].scalar, proof)
}

/** Refuses a function in FROM that is not on the dialect's list of table functions. */
export function checkTableFunction(node: TableFunctionNode, proof: Proof): void {
  if (node.isSyntax) return
  check(
    node.name.map((part) => part.text),
    node.name[0]!.start,
    lists[proof.index.dialect].table,
    proof,
  )
}

function check(name: string[], start: number, listed: ReadonlySet<string>, proof: Proof): void {
  const last = name.at(-1)!.toLowerCase()
  const written = shown(name.join('.'))
  // BigQuery's NET.HOST and the like are listed with their first name.
  if (name.length === 2 && listed.has(name.join('.').toLowerCase())) return
  if (name.length > 2 || (name.length === 2 && !systemSchemas[proof.index.dialect].has(name[0]!.toLowerCase()))) {
    report(
      proof,
      'forbidden_function',
      `Functions with a schema are not allowed: ${written}. Use a built-in function.`,
      start,
    )
  } else if (!listed.has(last) && !proof.trusted.has(last)) {
    const message = `The function ${written} is not on the list of allowed functions.${nearest(last, [...listed])}`
    report(proof, 'unknown_function', message, start)
  }
}

/** Refuses casts to types that reveal more than the value. */
export function checkCast(cast: Extract<ExpressionNode, { type: 'cast' }>, proof: Proof): void {
  if (proof.index.dialect !== 'postgresql') return
  if (mayCastTo(cast.to, proof.index)) return
  const name = cast.to.replace('[]', '').split('.').at(-1)!
  report(
    proof,
    'forbidden_construct',
    `A cast to ${shown(name)} is not allowed. Leave it out, or cast to text, a number or a date.`,
    null,
  )
}

const jsonColumns = ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path', 'json', 'root']
const periodColumns = ['GENERATED_PERIOD_START', 'GENERATED_PERIOD_END', 'ELEMENT_NUMBER', 'FRACTION_OF_MIN_MAX_RANGE']

/** Columns of table functions that deliver the same ones always. */
const listedColumns: Partial<Record<SqlDialect, Record<string, string[]>>> = {
  sqlite: {
    json_each: jsonColumns,
    json_tree: jsonColumns,
    generate_series: ['value', 'start', 'stop', 'step'],
  },
  tsql: {
    string_split: ['value', 'ordinal'],
    generate_series: ['value'],
    openjson: ['key', 'value', 'type'],
    regexp_split_to_table: ['value', 'ordinal'],
  },
  snowflake: {
    flatten: ['SEQ', 'KEY', 'PATH', 'INDEX', 'VALUE', 'THIS'],
    split_to_table: ['SEQ', 'INDEX', 'VALUE'],
    strtok_split_to_table: ['SEQ', 'INDEX', 'VALUE'],
    generator: [],
  },
  hana: {
    series_generate_date: periodColumns,
    series_generate_integer: periodColumns,
    series_generate_timestamp: periodColumns,
  },
}

/** The columns that a table function delivers; null when they depend on its arguments. */
export function tableFunctionColumns(node: TableFunctionNode, proof: Proof): string[] | null {
  const names = node.alias?.columns ?? []
  if (node.columns) return node.columns.map((column, at) => (names[at] ?? column).text)
  if (names.length > 0) return names.map((column) => column.text)
  return listedColumns[proof.index.dialect]?.[node.name.at(-1)!.text.toLowerCase()] ?? null
}

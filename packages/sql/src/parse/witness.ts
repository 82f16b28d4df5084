import { message } from '@parlance/contract/messages'
import { positionsOf } from './positions.ts'
import { RefusedNode, isObject, list } from './strict.ts'

/** Where a parser saw tables, CTE definitions, and columns: sorted offsets of their names. */
export interface Sightings {
  tables: number[]
  ctes: number[]
  columns: number[]
}

const rootNodes = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'values', 'paren'])

/** Polyglot nodes that no proven query contains: statements, raw text, stages, variables, writes. */
const forbiddenNodes = new Set([
  'insert',
  'update',
  'delete',
  'merge',
  'copy',
  'put',
  'stage_reference',
  'raw',
  'command',
  'pragma',
  'attach',
  'detach',
  'install',
  'set_statement',
  'show',
  'describe',
  'kill',
  'prepare',
  'execute',
  'use',
  'cache',
  'uncache',
  'load_data',
  'grant',
  'revoke',
  'transaction',
  'commit',
  'rollback',
  'alter_session',
  'analyze',
  'parameter',
  'session_parameter',
  'query_option',
  'pipe_operator',
  'try_catch',
  'truncate',
  'truncate_table',
  'locking_statement',
  'lock',
  'read_c_s_v',
  'read_parquet',
  'next_value_for',
  'create_table',
  'create_view',
  'drop_table',
  'alter_table',
  'table_from_rows',
  'object_identifier',
  'predict',
  'generate_embedding',
  'to_file',
  'return_stmt',
])

const forbidden = message(
  'The query contains a command, variable, stage, or expression that is not supported. Use only SELECT, tables, and allowed functions.',
)

/**
 * What polyglot sees in the same text, to compare the two parsers.
 * @throws RefusedNode when it sees anything but one query
 */
export function polyglotSightings(statements: unknown, text: string): Sightings {
  const all = list(statements)
  if (all.length !== 1)
    throw new RefusedNode(
      message('Only one statement is allowed. Send one query at a time.'),
      null,
      'not_one_statement',
    )
  const root = all[0]
  const rootKind = isObject(root) ? Object.keys(root)[0] : undefined
  if (!rootKind || !rootNodes.has(rootKind)) {
    throw new RefusedNode(message('Only queries are allowed. Start with SELECT or WITH.'), null, 'not_select')
  }
  const found: Sightings = { tables: [], ctes: [], columns: [] }
  visit(root, found)
  const positions = positionsOf(text)
  const place = (offsets: number[]) =>
    offsets.map((offset) => positions.fromCodePoint(offset)).toSorted((a, b) => a - b)
  return { tables: place(found.tables), ctes: place(found.ctes), columns: place(found.columns) }
}

function visit(value: unknown, found: Sightings): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found)
    return
  }
  if (!isObject(value)) return
  for (const key in value) {
    const content = value[key]
    if (typeof content !== 'object' || content === null || key === 'span') continue
    if (forbiddenNodes.has(key)) throw new RefusedNode(forbidden)
    if ((key === 'into' || key === 'locks') && !(Array.isArray(content) && content.length === 0)) {
      throw new RefusedNode(message('SELECT INTO and FOR UPDATE are not allowed. Remove them.'))
    }
    if (key === 'table') note(content, 'name', found.tables)
    else if (key === 'column') note(content, 'name', found.columns)
    else if (key === 'ctes') for (const cte of list(content)) note(cte, 'alias', found.ctes)
    visit(content, found)
  }
}

function note(node: unknown, field: string, offsets: number[]): void {
  if (!isObject(node)) return
  const name = node[field]
  if (!isObject(name) || !isObject(name.span)) return
  offsets.push(Number(name.span.start))
}

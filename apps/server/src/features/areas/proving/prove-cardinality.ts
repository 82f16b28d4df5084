import { dialectFacts, message, noDefinitions, wireMessage } from '@parlance/contract'
import type { AreaProblem, Catalogue, Cell, Message } from '@parlance/contract'
import type { DeclaredKey, SemanticTable } from '@parlance/semantics'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { RunQuery } from '../../../door/contract.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { limitedSelect } from '../scoping/limited-select.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import type { ProveCardinality } from '../editing/area-changes.ts'
import { semanticModel } from '../scoping/semantic-model.ts'

export interface CardinalityDependencies {
  runQuery: RunQuery
  connections: Pick<ConnectionsService, 'usableIds'>
  readDatabases: ReadDatabases
}

/** Milliseconds for all queries of one save, and keys that are checked. */
const timeLimit = 10_000
const mostKeys = 40
/** Repeated values that are counted, and shown. */
const mostCounted = 100
const mostShown = 3
const longestShown = 40

/** What a query says about a key. */
type Outcome =
  | { kind: 'unique' }
  | { kind: 'repeated'; count: number; isMore: boolean; values: string[] }
  | { kind: 'unchecked'; reason: Message }

type Open = Extract<Outcome, { kind: 'repeated' | 'unchecked' }>

/** Creates the proof of cardinalities, which asks the databases. */
export function createCardinalityProof(
  { log }: Pick<AppContext, 'log'>,
  { runQuery, connections, readDatabases }: CardinalityDependencies,
): ProveCardinality {
  async function examine(
    { key, entry, sql }: { key: DeclaredKey; entry: SemanticTable['entry']; sql: string },
    { editor, areaId, connectionId, catalogue, signal }: Asking,
  ): Promise<Outcome> {
    if (dialectFacts[catalogue.dialect].billsBytesRead) return { kind: 'unchecked', reason: billedText }
    const { quoteName } = await import('@parlance/sql')
    const columns = key.columns.map((name) => quoteName(name, catalogue.dialect))
    const filled = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
    const from = `${sql} WHERE ${filled} GROUP BY ${columns.join(', ')} HAVING COUNT(*) > 1`
    const asked = {
      principal: editor,
      areaId,
      connectionId,
      sql: limitedSelect(columns.join(', '), from, mostCounted + 1, catalogue.dialect),
      purpose: 'proof',
      signal,
    } as const
    try {
      const query = await runQuery(asked)
      const { rows } = await collect(query)
      if (query.receipt.masks.length > 0) return { kind: 'unchecked', reason: maskedText }
      if (rows.length === 0) {
        const isPart = query.receipt.rowRules.length > 0
        return isPart ? { kind: 'unchecked', reason: someRowsText } : { kind: 'unique' }
      }
      const values = rows.slice(0, mostShown).map((row) => row.map(textOf).join(', '))
      return { kind: 'repeated', count: Math.min(rows.length, mostCounted), isMore: rows.length > mostCounted, values }
    } catch (error) {
      if (!(error instanceof AppError) && !signal.aborted) throw error
      log.info({ err: error, connection: connectionId, table: entry.name }, 'could not check a cardinality')
      const isSlow = signal.aborted || (error instanceof AppError && error.code === 'query_timeout')
      return { kind: 'unchecked', reason: isSlow ? slowText : failedText }
    }
  }

  return async (editor, before, after, joins) => {
    const declared = joins.filter(({ cardinality }) => cardinality !== undefined && cardinality !== 'many_to_many')
    if (declared.length === 0) return []
    const [{ declaredKeys }, { tableSql }] = await Promise.all([import('@parlance/semantics'), import('@parlance/sql')])
    const usable = await connections.usableIds(editor)
    const { read } = await readDatabases(after.applicationId)
    const stored = new Set(before?.tables.map(({ name }) => name.toLowerCase()))
    const signal = AbortSignal.timeout(timeLimit)
    const found = new Map<string, { key: DeclaredKey; outcomes: Outcome[] }>()
    let isUnreadable = false
    let isCut = false
    for (const { database, catalogue } of read.filter((one) => usable.has(one.database.connectionId))) {
      const area = { tables: after.tables, joins: declared, definitions: noDefinitions }
      const model = semanticModel(area, { catalogue, tableSql, versionOf: () => null, maskedIn: () => new Set() })
      const promised = declaredKeys(model)
      isUnreadable ||= promised.isUnreadable
      isCut ||= promised.keys.length > mostKeys
      for (const key of promised.keys.slice(0, mostKeys)) {
        const table = model.tables.find(({ name }) => name === key.table)
        if (table === undefined) continue
        const areaId = before !== null && stored.has(key.table.toLowerCase()) ? before.id : null
        const asking = { editor, areaId, connectionId: database.connectionId, catalogue, signal }
        const place = JSON.stringify(key)
        const known = found.get(place) ?? { key, outcomes: [] }
        found.set(place, known)
        known.outcomes.push(await examine({ key, entry: table.entry, sql: table.sql }, asking))
      }
    }
    const general = [...(isUnreadable ? [unreadableText] : []), ...(isCut ? [manyText] : [])]
    return [
      ...[...found.values()].flatMap(({ key, outcomes }) => problemsOf(key, outcomes)),
      ...general.map((text) => problemOf('warning', null, null, text)),
    ]
  }
}

interface Asking {
  editor: Principal
  areaId: string | null
  connectionId: string
  catalogue: Catalogue
  signal: AbortSignal
}

/** An error if no database fits, and a warning if one of several does. */
function problemsOf(key: DeclaredKey, outcomes: readonly Outcome[]): AreaProblem[] {
  const open = outcomes.filter((one): one is Open => one.kind !== 'unique')
  const isError = open.length === outcomes.length && open.every(({ kind }) => kind === 'repeated')
  const [first] = open.toSorted((left, right) => Number(right.kind === 'repeated') - Number(left.kind === 'repeated'))
  if (first === undefined) return []
  const columns = key.columns.join(', ')
  const place = { table: key.table, columns }
  if (first.kind === 'unchecked') {
    const text = message('Could not check that {columns} is different in each row of {table}. {reason}', {
      ...place,
      reason: first.reason,
    })
    return [problemOf('warning', key.table, columns, text)]
  }
  const { count: n, values, isMore } = first
  const named: Repeated = { ...place, n, more: isMore ? 'more' : 'exact' }
  return isError
    ? [problemOf('error', key.table, columns, repeated(named, values.join(' · ')))]
    : [problemOf('warning', key.table, columns, repeatedSomewhere(named))]
}

interface Repeated {
  table: string
  columns: string
  n: number
  more: 'more' | 'exact'
}

/** Only errors name values, because no draft stores its errors. */
const repeated = (named: Repeated, values: string) =>
  message(
    '{more, select, more {More than {n, number} values} other {{n, plural, one {One value} other {# values}}}} of {columns} in {table} {n, plural, one {is} other {are}} in several rows, such as {values}. So this relationship has many rows there. Change its cardinality, or fix the rows.',
    { ...named, values },
  )
const repeatedSomewhere = (named: Repeated) =>
  message(
    'In one of the databases, {more, select, more {more than {n, number} values} other {{n, plural, one {one value} other {# values}}}} of {columns} in {table} {n, plural, one {is} other {are}} in several rows. Metrics leave those rows out when they join them.',
    { ...named },
  )

const billedText = message('The database bills such a query.')
const slowText = message('The query took too long.')
const failedText = message('The query did not run for you.')
const maskedText = message('A mask hides the values from you.')
const someRowsText = message('Row rules hide some rows from you, and no value is repeated in the others.')
const manyText = message('Only the first {n} cardinalities were checked, because there are more.', { n: mostKeys })
const unreadableText = message(
  'Could not check the cardinality of a relationship, because its condition says more than which columns are equal.',
)

function problemOf(
  severity: AreaProblem['severity'],
  table: string | null,
  part: string | null,
  text: Message,
): AreaProblem {
  const place = { section: 'joins', rule: null, table, part, position: null, database: null } as const
  return { severity, ...place, ...wireMessage(text) }
}

function textOf(cell: Cell): string {
  const text = String(cell)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

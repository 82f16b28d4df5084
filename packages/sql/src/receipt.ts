import { message, withMessages, type Message } from '@parlance/contract'
import type { Receipt, TableRef } from './contract.ts'
import type { IndexedColumn, IndexedTable } from './prove/catalogue-index.ts'
import { maskFacts } from './policy/mask-types.ts'
import type { Proof, TableReference } from './prove/scope.ts'

export interface ReceiptParts {
  rowRules: Receipt['rowRules']
  masks: Receipt['masks']
  leftOut: Receipt['leftOut']
  maskedOutputs: Receipt['maskedOutputs']
  limit: Receipt['limit']
  /** Number of rows after which the driver stops if the SQL has no limit; null if it has one or there is no cap. */
  driverRows: number | null
  bound: string[]
  unresolved: string[]
}

/**
 * Describes what was done to a query, as data and in sentences. Names are the catalogue's; literals of the query never
 * appear.
 */
export function makeReceipt(proof: Proof, parts: ReceiptParts): Receipt {
  const columns = columnsRead(proof.references, proof.disallowed)
  const views = viewsAmong(proof.references)
  const { rowRules, masks, leftOut, maskedOutputs, limit, bound, unresolved } = parts
  return withMessages(
    {
      tables: columns.map((entry) => entry.table),
      views,
      columns,
      rowRules,
      masks,
      leftOut,
      maskedOutputs,
      limit,
      parameters: { bound, unresolved },
    },
    [...readSentences(columns, views), ...ruleSentences(parts), ...limitSentences(parts), ...boundSentences(bound)],
  )
}

function viewsAmong(references: TableReference[]): TableRef[] {
  const views = references.filter(({ table }) => table.entry.objectType !== 'TABLE')
  return [...new Set(views.map(({ table }) => table.ref))]
}

/**
 * Columns read from each table over all of its mentions, in the catalogue's order.
 * @param isLeftOut columns that don't exist for the reader: a `*` doesn't read them
 */
export function columnsRead(references: TableReference[], isLeftOut: Proof['disallowed']): Receipt['columns'] {
  const byTable = new Map<IndexedTable, TableReference[]>()
  for (const reference of references) {
    const mentions = byTable.get(reference.table)
    if (mentions) mentions.push(reference)
    else byTable.set(reference.table, [reference])
  }
  return [...byTable].map(([table, mentions]) => ({ table: table.ref, columns: columnsOf(table, mentions, isLeftOut) }))
}

function columnsOf(table: IndexedTable, mentions: TableReference[], isLeftOut: Proof['disallowed']): string[] {
  const whole = mentions.some((mention) => mention.wholeRow)
  const names: string[] = []
  for (const column of table.columns.values()) {
    if ((whole && !isLeftOut(column)) || isRead(column, mentions)) names.push(column.name)
  }
  if (mentions.every((mention) => mention.hidden.size === 0)) return names
  const hidden = new Set(mentions.flatMap((mention) => [...mention.hidden]))
  const keys = table.entry.primaryKey.filter((name) => !names.includes(name))
  // SQLite itself reports ROWID for each of its names.
  const own = ['oid', '_rowid_'].some((name) => hidden.has(name)) ? ['rowid'] : []
  return [...new Set([...names, ...keys, ...hidden, ...own])]
}

function isRead(column: IndexedColumn, mentions: TableReference[]): boolean {
  for (const mention of mentions) if (mention.columns.has(column)) return true
  return false
}

function readSentences(columns: Receipt['columns'], views: TableRef[]): Message[] {
  return columns.map(({ table, columns: names }) => {
    const [name, read] = [nameOf(table), names.join(', ')]
    if (views.includes(table))
      return names.length === 0
        ? message('Read the view {name}: rows only, no columns.', { name })
        : message('Read the view {name}: {read}.', { name, read })
    return names.length === 0
      ? message('Read {name}: rows only, no columns.', { name })
      : message('Read {name}: {read}.', { name, read })
  })
}

function ruleSentences(parts: ReceiptParts): Message[] {
  return [
    ...parts.rowRules.map(({ rule, table }) =>
      message('The rule “{rule}” limits the rows of {table}.', { rule, table: nameOf(table) }),
    ),
    ...parts.masks.map(({ rule, maskType, table, column }) =>
      maskFacts[maskType].receipt(rule, `${nameOf(table)}.${column}`),
    ),
    ...parts.leftOut.map(({ rule, table }) =>
      message('The rule “{rule}” hides columns of {table}.', { rule, table: nameOf(table) }),
    ),
  ]
}

function limitSentences({ limit, driverRows }: ReceiptParts): Message[] {
  if (!limit) {
    return driverRows === null
      ? []
      : [message('At most {rows, plural, one {# row is} other {# rows are}} fetched.', { rows: driverRows })]
  }
  const { rows } = limit
  return [
    limit.addedBy === 'gate'
      ? message('At most {rows, plural, one {# row is} other {# rows are}} returned.', { rows })
      : message('The query itself asks for at most {rows, plural, one {# row} other {# rows}}.', { rows }),
  ]
}

function boundSentences(bound: string[]): Message[] {
  const names = bound.map((name) => `:${name}`).join(', ')
  return bound.length === 0 ? [] : [message('Values were bound to {names}.', { names })]
}

function nameOf(table: TableRef): string {
  return table.schema ? `${table.schema}.${table.table}` : table.table
}

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
}

/**
 * Describes what was done to a query, as data and in sentences. Names are the catalogue's; literals of the query never
 * appear.
 */
export function makeReceipt(proof: Proof, parts: ReceiptParts): Receipt {
  const columns = columnsRead(proof.references, proof.disallowed)
  return {
    tables: columns.map((entry) => entry.table),
    views: viewsAmong(proof.references),
    columns,
    rowRules: parts.rowRules,
    masks: parts.masks,
    leftOut: parts.leftOut,
    maskedOutputs: parts.maskedOutputs,
    limit: parts.limit,
    parameters: { bound: parts.bound, unresolved: [] },
    sentences: [
      ...readSentences(columns, viewsAmong(proof.references)),
      ...ruleSentences(parts),
      ...limitSentences(parts),
      ...boundSentences(parts.bound),
    ],
  }
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

function readSentences(columns: Receipt['columns'], views: TableRef[]): string[] {
  return columns.map(({ table, columns: names }) => {
    const name = `${views.includes(table) ? 'the view ' : ''}${nameOf(table)}`
    return names.length === 0 ? `Read ${name}: rows only, no columns.` : `Read ${name}: ${names.join(', ')}.`
  })
}

function ruleSentences(parts: ReceiptParts): string[] {
  return [
    ...parts.rowRules.map(({ rule, table }) => `The rule “${rule}” limits the rows of ${nameOf(table)}.`),
    ...parts.masks.map(({ rule, maskType, table, column }) =>
      maskFacts[maskType].receipt(rule, `${nameOf(table)}.${column}`),
    ),
    ...parts.leftOut.map(({ rule, table }) => `The rule “${rule}” hides columns of ${nameOf(table)}.`),
  ]
}

function limitSentences({ limit, driverRows }: ReceiptParts): string[] {
  const inWords = (count: number) => count.toLocaleString('en-US')
  if (!limit) return driverRows === null ? [] : [`At most ${inWords(driverRows)} rows are fetched.`]
  const rows = inWords(limit.rows)
  return [
    limit.addedBy === 'gate' ? `At most ${rows} rows are returned.` : `The query itself asks for at most ${rows} rows.`,
  ]
}

function boundSentences(bound: string[]): string[] {
  return bound.length === 0 ? [] : [`Values were bound to ${bound.map((name) => `:${name}`).join(', ')}.`]
}

function nameOf(table: TableRef): string {
  return table.schema ? `${table.schema}.${table.table}` : table.table
}

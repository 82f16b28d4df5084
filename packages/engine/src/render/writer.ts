import type { Message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import type { LinkChooser, JoinTree } from '../plan/joins.ts'
import type { ColumnRef, Filter, Query, TableKey } from '../query.ts'
import type { Step } from '../schema/graph.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'
import type { ExpressionPiece } from '@parlance/sql/text'
import { identifier, type SqlWriting } from '@parlance/sql/writing'

/** A place in the SQL that is being written. */
export interface Writer {
  schema: Schema
  dialect: SqlWriting
  choose: LinkChooser
  /** The alias of each table at this place. */
  names: Map<TableKey, string>
  used: Set<string>
  tree: JoinTree
  qualify: boolean
  groups: ColumnRef[]
  /** Whether the condition of the metrics is among those on the rows, so that their values need none. */
  hasMetricRows: boolean
  /** Writes a test of a row of a table; filters contain expressions too, so `sql.ts` supplies it. */
  test: (writer: Writer, filters: Filter[], of: TableKey) => string
  /** Why the query can't be written, shared by all parts: the text is completed, and the first reason is the result. */
  declines: Decline[]
}

/** Records why a part can't be written and returns an empty text. */
export function declined(writer: Writer, reason: Message, missed: string[] = []): '' {
  writer.declines.push(new Decline(reason, missed))
  return ''
}

/** Gives a table its alias in this part: its own name, or a numbered one if that is taken. */
export function nameTable(writer: Writer, key: TableKey): void {
  const table = tableOf(writer.schema, key)
  let name = table.name
  for (let count = 2; writer.used.has(name.toLowerCase()); count++) name = `${table.name}_${count}`
  writer.used.add(name.toLowerCase())
  writer.names.set(key, name)
}

export const quoted = (writer: Writer, name: string): string => identifier(writer.dialect, name)

/** The alias after a table or a subquery. */
export function aliasText({ dialect }: Writer, alias: string): string {
  return dialect.hasBareTableAliases === true ? ` ${alias}` : ` AS ${alias}`
}

/** A table as FROM and JOIN write it. */
export function fromTable(writer: Writer, key: TableKey): string {
  const table = tableOf(writer.schema, key)
  const name = quoted(writer, table.name)
  const full =
    table.schema !== null && table.schema !== writer.schema.defaultSchema
      ? `${quoted(writer, table.schema)}.${name}`
      : name
  const alias = writer.names.get(key) ?? table.name
  return alias === table.name && full === name ? full : `${full}${aliasText(writer, quoted(writer, alias))}`
}

export function columnText(writer: Writer, ref: ColumnRef): string {
  const { computed, name: own, table } = columnOf(writer.schema, ref)
  if (computed?.kind === 'filter')
    return `CASE WHEN ${piecesText(writer, table.key, computed.pieces)} THEN 1 ELSE 0 END`
  if (computed !== undefined) return `(${piecesText(writer, table.key, computed.pieces)})`
  const name = quoted(writer, own)
  return writer.qualify ? `${quoted(writer, writer.names.get(ref.table) ?? ref.table)}.${name}` : name
}

/** An expression of the area over a table's columns. */
export function piecesText(writer: Writer, table: TableKey, pieces: readonly ExpressionPiece[]): string {
  return pieces
    .map((one) => (typeof one === 'string' ? one : columnText(writer, { table, column: one.column })))
    .join('')
}

export function joinText(writer: Writer, step: Step): string {
  const on = step.link.pairs.map(
    (pair) => `${columnText(writer, pair.child.ref)} = ${columnText(writer, pair.parent.ref)}`,
  )
  return `JOIN ${fromTable(writer, step.to.key)} ON ${on.join(' AND ')}`
}

/** The row limit after SELECT, in dialects that write it there. */
export function topText({ dialect }: Writer, { limit, place }: Query): string {
  if (dialect.limit !== 'top' || limit === null || (place?.at ?? 1) > 1) return ''
  return `TOP ${place?.at ?? limit} `
}

/** The row limit at the end, in dialects that write it there, and a single row that others come before. */
export function limitText({ dialect }: Writer, { limit, place }: Query): string[] {
  const rows = place === undefined ? limit : 1
  if (limit === null) return []
  if (place !== undefined && place.at > 1)
    return [
      dialect.limit === 'limit'
        ? `LIMIT 1 OFFSET ${place.at - 1}`
        : `OFFSET ${place.at - 1} ROWS FETCH NEXT 1 ROWS ONLY`,
    ]
  if (dialect.limit === 'top') return []
  return [dialect.limit === 'limit' ? `LIMIT ${rows}` : `FETCH FIRST ${rows} ROWS ONLY`]
}

/** Indents the lines of a subquery. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

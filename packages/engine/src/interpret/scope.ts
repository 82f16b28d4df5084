import { formatMessage, type Message } from '@parlance/contract'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { distance } from '../schema/graph.ts'
import type { Draft } from '../parse/draft.ts'
import type { ValueIndex } from '../match/values.ts'

/** Where to look up names: the subject first, then the tables that the question mentions. */
export interface Scope {
  schema: Schema
  values: ValueIndex
  draft: Draft
  today: string
  subject: TableModel
  mentioned: { table: TableModel; at: number }[]
  assumptions: Message[]
  /** The table whose rows are counted or added up, whose date is preferred over others; null if there is none. */
  measured: TableModel | null
  /** The date that a measured metric has. */
  metricDate: ColumnModel | null
  distances: Map<string, number>
  /** Tables of the conditions so far, the last one last: a date may belong to what they mention. */
  related: TableModel[]
  /** Tables named as groups, and those of the columns shown so far. */
  groupTables: TableModel[]
  shown: TableModel[]
}

export function note(scope: Scope, assumption: Message): void {
  const text = formatMessage(assumption)
  if (!scope.assumptions.some((one) => formatMessage(one) === text)) scope.assumptions.push(assumption)
}

/** Steps from the subject to a table; infinite if they aren't connected. */
export function farness(scope: Scope, table: TableModel): number {
  const known = scope.distances.get(table.key)
  if (known !== undefined) return known
  const found = distance(scope.schema, scope.subject.key, table.key)
  scope.distances.set(table.key, found)
  return found
}

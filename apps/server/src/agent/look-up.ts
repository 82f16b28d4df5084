import type { Cell } from '@parlance/contract'
import { quoteName, type TableRef } from '@parlance/sql'
import { collect } from '../door/collect.ts'
import type { AgentTurn } from './contract.ts'
import { tableName } from './table-name.ts'

/** Reads the rows of a small internal query through the door. @throws AppError */
export async function read(
  turn: Pick<AgentTurn, 'principal' | 'connectionId' | 'areaId' | 'signal' | 'door'>,
  sql: string,
  params: Record<string, Cell> = {},
  maxRows = 50,
): Promise<Cell[][]> {
  const { principal, connectionId, areaId, signal, door } = turn
  const query = await door.run({
    principal,
    connectionId,
    areaId,
    sql,
    params,
    purpose: 'values',
    signal,
    limits: { maxRows },
  })
  return (await collect(query)).rows
}

/** A table's name as shown to users. */
export function nameOf({ schema, table }: TableRef, { catalogue }: AgentTurn): string {
  return tableName({ schema, name: table }, catalogue)
}

/** The names come from the catalog, never from the question (R13), and the gate still proves the SQL. */
export function pathOf({ schema, table }: TableRef, { catalogue }: AgentTurn): string {
  const parts = schema === null ? [table] : [schema, table]
  return parts.map((part) => quoteName(part, catalogue.dialect)).join('.')
}

import { dialectFacts, formatMessage, message, quoteName } from '@parlance/contract'
import { z } from 'zod'
import { collect } from '../../door/collect.ts'
import { modelView, personView } from '../../door/present.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { pathOf } from '../look-up.ts'
import { tableName } from '../table-name.ts'
import { errorFields } from '../texts.ts'
import { failedQuery } from './failed-query.ts'
import { findTable, tableNameSchema, unknownTable } from './get-table-info.ts'
import { defineTool } from './tool.ts'

/** Rows of a sample, and its columns. */
const sampleRowCount = 5
const sampleColumnCount = 40
const timeoutMs = 10_000

/** A few rows of a table, as the user sees them: rules and masks apply. */
export const sampleRows = defineTool({
  name: 'sample_rows',
  description: 'Returns five rows of one table, to see what its columns contain.',
  parameters: { table_name: 'text' },
  aliases: { table_name: ['table', 'name', 'tables', 'table_names'] },
  inputSchema: z.object({ table_name: tableNameSchema }),
  usefulWith: 'shared data',
  execute: async ({ table_name: wanted }, turn) => {
    const { catalogue, shareData } = turn
    const table = findTable(wanted, turn)
    if (!table) return unknownTable(wanted)
    if (!shareData) return refused(message('Sample rows are not shown, because data is not shared with the model.'))
    if (dialectFacts[catalogue.dialect].billsBytesRead) {
      return refused(message('This database bills the bytes that a query reads, so no sample rows are read.'))
    }
    const columns = table.columns.slice(0, sampleColumnCount).map(({ name }) => quoteName(name, catalogue.dialect))
    const sql = `SELECT ${columns.join(', ')} FROM ${pathOf({ schema: table.schema, table: table.name }, turn)}`
    try {
      return await readSample(sql, tableName(table, catalogue), turn)
    } catch (error) {
      return failedQuery(error, sql, turn)
    }
  },
})

async function readSample(sql: string, name: string, turn: AgentTurn): Promise<ToolOutcome> {
  const { principal, connectionId, areaId, signal } = turn
  const limits = { maxRows: sampleRowCount, timeoutMs }
  const query = await turn.door.run({ principal, connectionId, areaId, sql, purpose: 'chat', signal, limits })
  const result = await collect(query)
  const read = { sql: query.displaySql, result, understood: null, warnings: [], masks: query.receipt.maskedOutputs }
  return {
    response: {
      success: true,
      sample: true,
      executed: true,
      sql_query: sql,
      display_sql: query.displaySql,
      tables: [name],
      ...personView(result),
      receipt: query.receipt,
      executed_sql: query.executedSql,
      database_ms: query.elapsedMs(),
      source_name: turn.databaseName,
    },
    forModel: modelView(result, { shareData: true }),
    read: { ...read, isSample: true },
  }
}

function refused(reason: ReturnType<typeof message>): ToolOutcome {
  return {
    response: { success: false, ...errorFields(reason) },
    forModel: { success: false, error: formatMessage(reason) },
  }
}

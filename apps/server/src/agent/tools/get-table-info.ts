import type { CatalogueTable } from '@parlance/contract'
import { z } from 'zod'
import { describeTable, tableName } from '../schema-text.ts'
import { defineTool } from './tool.ts'

/** Columns, keys and comments of one table. */
export const getTableInfo = defineTool({
  name: 'get_table_info',
  description: 'Describes one table: its columns, types, keys and comment.',
  inputSchema: z.object({ table_name: z.string().min(1).max(300) }),
  execute: async ({ table_name: wanted }, { catalogue }) => {
    const table = catalogue.tables.find((candidate) => isNamed(candidate, wanted))
    if (!table) {
      const error = `There is no table ${wanted}. Call list_tables to see all.`
      return { response: { success: false, error }, forModel: { success: false, error } }
    }
    const description = describeTable(table, catalogue)
    return {
      response: { success: true, tables: [tableName(table, catalogue)], schema: description },
      forModel: { success: true, schema: description },
    }
  },
})

function isNamed(table: CatalogueTable, wanted: string): boolean {
  const plain = wanted.replaceAll(/["'`[\]]/g, '').toLowerCase()
  const full = table.schema ? `${table.schema}.${table.name}` : table.name
  return plain === table.name.toLowerCase() || plain === full.toLowerCase()
}

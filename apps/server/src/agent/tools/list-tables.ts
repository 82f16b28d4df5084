import { z } from 'zod'
import { tableName } from '../schema-text.ts'
import { defineTool } from './tool.ts'

const listLimit = 500

/** The names of all tables that the person may use. */
export const listTables = defineTool({
  name: 'list_tables',
  description: 'Lists the names of all tables, for questions about tables that were not described to you.',
  inputSchema: z.object({}),
  execute: async (_input, { catalogue }) => {
    const names = catalogue.tables.map((table) => tableName(table, catalogue))
    const tables = names.slice(0, listLimit)
    return {
      response: { success: true, tables, row_count: names.length },
      forModel: { success: true, tables, more_tables: names.length - tables.length },
    }
  },
})

import { z } from 'zod'
import { promptTable } from '../schema-text.ts'
import { tableName } from '../table-name.ts'
import { defineTool } from './tool.ts'

/** Number of names in the trace, and characters of names for a model. */
const listLimit = 500
const characterLimit = 4_000

/** The names of all tables that the user may use. */
export const listTables = defineTool({
  name: 'list_tables',
  description: 'Lists the names of all tables.',
  parameters: {},
  inputSchema: z.object({}),
  execute: async (_input, { catalogue }) => {
    const names = catalogue.tables.map((table) => tableName(table, catalogue))
    const tables = names.slice(0, listLimit)
    let left = characterLimit
    const named = catalogue.tables.slice(0, listLimit).map((table) => promptTable(table, catalogue))
    const listed = named.filter((name) => (left -= name.length + 3) > 0)
    return {
      response: { success: true, tables, row_count: names.length },
      forModel: { success: true, tables: listed, more_tables: names.length - listed.length },
    }
  },
})

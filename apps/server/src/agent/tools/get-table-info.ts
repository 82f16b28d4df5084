import { formatMessage, message } from '@parlance/contract'
import { z } from 'zod'
import { hintOf } from '../area-hints.ts'
import { isNamed } from '../context.ts'
import { describeTable, tableName } from '../schema-text.ts'
import { errorFields } from '../texts.ts'
import { defineTool } from './tool.ts'

/** Characters of one table's description. */
const descriptionLimit = 6_000

/** Columns, keys, and comments of one table. */
export const getTableInfo = defineTool({
  name: 'get_table_info',
  description: 'Describes one table: columns, types, keys and comment.',
  parameters: { table_name: 'text' },
  aliases: { table_name: ['table', 'name', 'tables', 'table_names'] },
  inputSchema: z.object({
    table_name: z
      .union([z.string(), z.array(z.string()).transform((names) => names[0] ?? '')])
      .pipe(z.string().min(1).max(300)),
  }),
  execute: async ({ table_name: wanted }, { catalogue, hints }) => {
    const table = catalogue.tables.find((candidate) => isNamed(candidate, wanted))
    if (!table) {
      const error = message('There is no table {name}. Call list_tables to see all tables.', { name: wanted })
      return {
        response: { success: false, ...errorFields(error) },
        forModel: { success: false, error: formatMessage(error) },
      }
    }
    const { text: description } = describeTable(table, catalogue, {
      hints: hintOf(hints, table),
      limit: descriptionLimit,
    })
    return {
      response: { success: true, tables: [tableName(table, catalogue)], schema: description },
      forModel: { success: true, schema: description },
    }
  },
})

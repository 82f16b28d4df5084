import { dataOf } from '@parlance/client/source'
import { z } from 'zod'
import { databaseInput, placeOf } from '../places.ts'
import { tool } from '../tool.ts'

const mostTables = 30

export const searchTables = tool({
  name: 'search_tables',
  title: 'Search for tables',
  description: 'Finds tables of a database by words in the names and comments of tables and columns.',
  input: z.strictObject({
    query: z.string().min(1).max(200).describe('One or more words, such as "order date".'),
    database: databaseInput.optional(),
  }),
  changesNothing: true,
  run: async ({ query, database }, { parlance }) => {
    const { connectionId } = await placeOf(parlance, { database })
    const { tables } = dataOf(
      await parlance.api.GET('/api/v1/business-areas/database-tables/search', {
        params: { query: { query, ...(connectionId !== undefined && { database_config_id: connectionId }) } },
      }),
    )
    return {
      tables: tables.slice(0, mostTables).map((table) => ({
        name: table.table_name,
        schema: table.schema,
        comment: table.comment,
        columns: table.column_count,
        matched_columns: table.matched_columns,
      })),
      more_tables: Math.max(0, tables.length - mostTables),
    }
  },
})

import { z } from 'zod'
import { suggestJoinsRequestSchema } from './areas.ts'
import { plainText } from './text.ts'

export const tableSearchLength = 500

/** GET /api/v1/business-areas/database-tables/search. */
export const searchTablesQuerySchema = z.object({
  query: plainText(tableSearchLength).trim().min(1, 'Type what to search for.'),
  database_config_id: z.string().max(200).optional(),
})

/** The number of tables that a search describes. It names the others. */
export const describedTables = 50

export const searchTablesResponseSchema = z.object({
  /** All matches, best first. */
  table_names: z.array(z.string()),
  /** The first ones, with details. */
  tables: z.array(
    z.object({
      table_name: z.string(),
      schema: z.string().nullable(),
      comment: z.string().nullable(),
      /** Null if it is unknown or rules hide rows from the caller. */
      row_estimate: z.number().nullable(),
      column_count: z.number(),
      /** The first columns that explain the match. Empty if the table's name does. */
      matched_columns: z.array(z.string()),
    }),
  ),
})
export type FoundTable = z.infer<typeof searchTablesResponseSchema>['tables'][number]

/** POST /api/v1/business-areas/database-tables/joined. */
export const joinedTablesRequestSchema = suggestJoinsRequestSchema.omit({ application_id: true })
export const joinedTablesResponseSchema = z.object({ tables: z.array(z.string()) })

import { z } from 'zod'
import { describeSchema } from '../context.ts'
import { defineTool } from './tool.ts'

/** The tables that matter for some words, described within the same budget as the first context. */
export const getDatabaseSchema = defineTool({
  name: 'get_database_schema',
  description:
    'Describes the tables that matter for the given words. Use it when the tables you were given do not fit.',
  inputSchema: z.object({ words: z.string().max(500).optional() }),
  execute: async ({ words }, { catalogue, question }) => {
    const schema = describeSchema(catalogue, words ?? question)
    return {
      response: { success: true, tables: schema.tables, schema: schema.text },
      forModel: { success: true, schema: schema.text },
    }
  },
})

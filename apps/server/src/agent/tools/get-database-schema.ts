import { z } from 'zod'
import { describeSchema } from '../context.ts'
import { defineTool, shortText } from './tool.ts'

/** Describes the tables that match some words, within the same budget as the first context. */
export const getDatabaseSchema = defineTool({
  name: 'get_database_schema',
  description: 'Describes the tables that match the given words. Use it if the tables you have do not fit.',
  parameters: { words: 'text?' },
  aliases: { words: ['question', 'query', 'keywords', 'search'] },
  inputSchema: z.object({ words: shortText(500) }),
  execute: async ({ words }, { catalogue, hints, question }) => {
    const schema = describeSchema(catalogue, words ?? question, { hints })
    return {
      response: { success: true, tables: schema.names, schema: schema.text, row_count: schema.total },
      forModel: { success: true, schema: schema.text },
    }
  },
})

import { formatMessage, message } from '@parlance/contract'
import type { CatalogueTable } from '@parlance/contract'
import { z } from 'zod'
import { hintOf } from '../area-hints.ts'
import { isNamed } from '../context.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { dataFacts } from '../data-facts.ts'
import { describeTable } from '../schema-text.ts'
import { tableName } from '../table-name.ts'
import { errorFields } from '../texts.ts'
import { defineTool } from './tool.ts'

/** Characters of one table's description. */
const descriptionLimit = 6_000

/** How long the tool waits for facts about the columns, in milliseconds. */
const patienceMs = 2_000

/** A table's name, for models that send a list of one. */
export const tableNameSchema = z
  .union([z.string(), z.array(z.string()).transform((names) => names[0] ?? '')])
  .pipe(z.string().min(1).max(300))

/** Columns, keys, and comments of one table, and facts about its values. */
export const getTableInfo = defineTool({
  name: 'get_table_info',
  description: 'Describes one table: columns, types, keys, comments, and values that occur.',
  parameters: { table_name: 'text' },
  aliases: { table_name: ['table', 'name', 'tables', 'table_names'] },
  inputSchema: z.object({ table_name: tableNameSchema }),
  execute: async ({ table_name: wanted }, turn) => {
    const { catalogue, hints } = turn
    const table = findTable(wanted, turn)
    if (!table) return unknownTable(wanted)
    const { text: schema } = describeTable(table, catalogue, { hints: hintOf(hints, table), limit: descriptionLimit })
    const { found, columns } = await dataFacts(turn, [table], { waitMs: patienceMs })
    const facts = [...found, ...columns]
    return {
      response: { success: true, tables: [tableName(table, catalogue)], schema },
      forModel: {
        success: true,
        schema,
        ...(facts.length > 0 ? { values: `<data>\n${facts.join('\n')}\n</data>` } : {}),
      },
    }
  },
})

/** The table that a model names; null if the user has none of that name. */
export function findTable(wanted: string, { catalogue }: Pick<AgentTurn, 'catalogue'>): CatalogueTable | null {
  return catalogue.tables.find((candidate) => isNamed(candidate, wanted)) ?? null
}

/** What a tool answers if there is no such table. */
export function unknownTable(name: string): ToolOutcome {
  const error = message('There is no table {name}. Call list_tables to see all tables.', { name })
  return {
    response: { success: false, ...errorFields(error) },
    forModel: { success: false, error: formatMessage(error) },
  }
}

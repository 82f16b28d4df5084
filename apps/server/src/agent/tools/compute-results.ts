import { tablesOf } from '../../door/over-results.ts'
import type { ReadResult } from '../../door/contract.ts'
import type { Step } from '../figures/step.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { readRows, sqlInputSchema, type ExecuteSqlInput } from './execute-sql-query.ts'
import { failedQuery } from './failed-query.ts'
import { defineTool } from './tool.ts'

/** Joins and arithmetic over results of this turn, as a new result. */
export const computeResults = defineTool<ExecuteSqlInput>({
  name: 'compute_results',
  description:
    'Runs one SELECT, always in the SQLite dialect, over results you have: the tables r1, r2, … with the columns you were shown, and no other tables. Its rows are the next result. It cannot read a result with more_rows_exist.',
  parameters: { sql_query: 'text', reading: 'text?' },
  aliases: { sql_query: ['sql', 'query'] },
  inputSchema: sqlInputSchema,
  needsResults: true,
  usefulWith: 'results',
  execute: compute,
})

async function compute(input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  const { principal, connectionId, areaId, signal, door } = turn
  const results = turn.steps.map(asResult)
  try {
    const query = await door.compute({ principal, connectionId, areaId, sql: input.sql_query, signal, results })
    const outcome = await readRows(query, input, overResults(turn, results))
    const computed_from = query.receipt.tables.map(({ table }) => table)
    // No database ran it.
    const { executed_sql: _executedSql, ...response } = outcome.response
    const read = outcome.read && { ...outcome.read, isComputed: true }
    return { ...outcome, response: { ...response, computed_from }, read }
  } catch (error) {
    return failedQuery(error, input.sql_query, turn)
  }
}

function asResult({ id, result, masked, masks }: Step): ReadResult {
  return { name: id, result, masks: masks ?? [...masked].map((index) => ({ index, rule: '' })) }
}

/** The same turn, with its results in place of the database, so that checks read them and nothing else. */
function overResults(turn: AgentTurn, results: readonly ReadResult[]): AgentTurn {
  return {
    ...turn,
    catalogue: tablesOf(results).catalogue,
    door: { ...turn.door, run: (request) => turn.door.compute({ ...request, results }) },
    valuesOf: async () => ({ values: null }),
    findValues: async () => ({ found: [], unchecked: [] }),
    hitsOf: async () => [],
    profileOf: async () => null,
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolResponse } from '@parlance/contract'
import { createFileWorld, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import type { AgentTurn } from './contract.ts'
import { runSql } from './tools/execute-sql-query.ts'

const schema = `
  CREATE TABLE visits (id INTEGER PRIMARY KEY, page TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1234)
  INSERT INTO visits SELECT i, 'Page ' || (i % 7) FROM n;`

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld(schema)
})
afterAll(() => world.close())

/** Returns the tool's response to SQL in a turn with a fast database, because slow queries are not counted. */
async function resultOf(sql: string): Promise<ToolResponse> {
  const answered = Promise.withResolvers<ToolResponse>()
  await world.ask('How many visits are there?', {
    ...builtinResponder,
    respond: async (turn) => {
      const run: AgentTurn['door']['run'] = async (request) => {
        const query = await turn.door.run(request)
        return { ...query, elapsedMs: () => 0 }
      }
      const { response } = await runSql({ sql_query: sql }, { ...turn, door: { ...turn.door, run } })
      answered.resolve(response)
      return builtinResponder.respond(turn)
    },
  })
  return answered.promise
}

describe('CH-141 CH-156 the rows of a cut result', () => {
  test.each([
    ['SELECT id, page FROM visits', 1234],
    ['SELECT id, page FROM visits ORDER BY id DESC;', 1234],
    ['WITH some AS (SELECT id FROM visits WHERE id > 100) SELECT id FROM some -- all of them', 1134],
    ['SELECT id FROM visits LIMIT 1100', 1100],
    ['SELECT id, id FROM visits', 1234],
  ])('counts the rows of a cut result: %s', async (sql, total) => {
    expect(await resultOf(sql)).toMatchObject({ row_count: 1000, full_row_count: total, truncated: true })
  })

  test('does not query again for a complete result', async () => {
    const sql = 'SELECT page, COUNT(*) AS visits FROM visits GROUP BY page'
    expect(await resultOf(sql)).toMatchObject({ row_count: 7, full_row_count: 7, truncated: false })
  })
})

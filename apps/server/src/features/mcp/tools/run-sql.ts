import { z } from 'zod'
import { areaInput, databaseInput, placeOf } from '../places.ts'
import { boundedRows, maxRowsInput } from '../rows.ts'
import { tool } from '../tool.ts'

export const runSql = tool({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    "Runs one SELECT in the dialect of the database. The user's access and the area's rules for rows and columns apply. A refused query says why.",
  input: z.strictObject({
    sql: z.string().min(1).max(100_000),
    area: areaInput.optional(),
    database: databaseInput.optional(),
    max_rows: maxRowsInput,
  }),
  changesNothing: true,
  run: async ({ sql, max_rows: maxRows, ...place }, { parlance, signal }) => {
    const found = await parlance.query(sql, { ...(await placeOf(parlance, place)), maxRows, signal })
    const { columns, results, truncated, receipt } = found
    return { ...boundedRows({ columns, rows: results, truncated }, maxRows), rules: receipt?.sentences ?? [] }
  },
})

import { dataOf } from '@parlance/client/source'
import { metricQuerySchema } from '@parlance/contract'
import { areaInput, databaseInput, findArea, placeOf } from '../places.ts'
import { boundedRows, maxRowsInput } from '../rows.ts'
import { tool } from '../tool.ts'

export const getMetric = tool({
  name: 'get_metric',
  title: 'Get a metric',
  description:
    'Computes metrics that a business area defines, such as revenue, optionally by dimensions, by day, week, month, quarter, or year, and for chosen values or dates. describe_area lists the names. Prefer this for defined numbers, because everyone then gets the same definition.',
  input: metricQuerySchema.extend({ area: areaInput, database: databaseInput.optional(), max_rows: maxRowsInput }),
  changesNothing: true,
  run: async ({ area, database, max_rows: maxRows, ...query }, { parlance, signal }) => {
    const [{ area_id: id }, { connectionId }] = await Promise.all([
      findArea(parlance, area),
      placeOf(parlance, { database }),
    ])
    const found = dataOf(
      await parlance.api.POST('/api/v1/business-areas/{id}/metric-query', {
        params: { path: { id } },
        body: { query, ...(connectionId !== undefined && { database_config_id: connectionId }) },
        signal,
      }),
    )
    return {
      ...boundedRows({ ...found, rows: found.results }, maxRows),
      meanings: found.meanings,
      definitions: found.used.map(({ kind, name, version }) => ({ kind, name, version })),
      database: found.database.name,
      sql: found.sql_query,
      rules: found.receipt.sentences,
    }
  },
})

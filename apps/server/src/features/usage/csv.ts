import { byteOrderMark, csvHeader, csvLines, type ResultColumn, type UsageReport } from '@parlance/contract'

const counts = [
  'calls',
  'prompt_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'completion_tokens',
  'reasoning_tokens',
  'estimated_tokens',
  'unpriced_tokens',
] as const

/** The report as CSV: one line for each row and currency. A row without a known price has no amount. */
export function usageCsv({ group, rows }: UsageReport): string {
  const columns: ResultColumn[] = [
    ...[group, 'name'].map((name) => ({ name, dataType: 'text', kind: 'text' as const })),
    ...counts.map((name) => ({ name, dataType: 'integer', kind: 'integer' as const })),
    { name: 'cost', dataType: 'number', kind: 'number' },
    { name: 'currency', dataType: 'text', kind: 'text' },
  ]
  const lines = rows.flatMap((row) => {
    // Tokens belong to the row, so they are on its first line only.
    const costs = row.costs.length === 0 ? [null] : row.costs
    return costs.map((cost, at) => [
      row.key,
      row.name,
      ...counts.map((name) => (at === 0 ? row[name] : 0)),
      cost?.amount ?? null,
      cost?.currency ?? null,
    ])
  })
  return byteOrderMark + csvHeader(columns) + (lines.length > 0 ? csvLines(lines, columns) : '')
}

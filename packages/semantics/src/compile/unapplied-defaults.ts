import type { NamedFilter } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'
import type { SemanticModel } from '../contract.ts'
import { defaultFiltersOf } from './default-filters.ts'

/**
 * The default filters that SQL written for the area does not apply: it names their table, but not each column that their
 * condition reads. SQL that can't be read applies none.
 */
export function unappliedDefaults(model: SemanticModel, sql: string): NamedFilter[] {
  const defaults = model.tables.flatMap((table) => defaultFiltersOf(model, table).map((one) => ({ table, ...one })))
  if (defaults.length === 0) return []
  const tokens = tokenize(sql, model.dialect)
  if (!Array.isArray(tokens)) return defaults.map(({ filter }) => filter)
  const names = new Set(
    tokens.flatMap(({ kind, start, end }) => {
      const text = sql.slice(start, end).toLowerCase()
      if (kind === 'quoted') return [text.slice(1, -1)]
      return kind === 'string' || kind === 'comment' ? [] : [text]
    }),
  )
  return defaults
    .filter(({ table, columns }) => names.has(table.entry.name.toLowerCase()) && !columns.isSubsetOf(names))
    .map(({ filter }) => filter)
}

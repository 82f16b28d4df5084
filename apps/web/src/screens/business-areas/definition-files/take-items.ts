import { portableKey, type AreaTableInput, type PortableItem } from '@parlance/contract'
import type { AreaForm } from '../form/area-form.ts'

type Said = Pick<
  AreaForm,
  'description' | 'ai_instructions' | 'synonyms' | 'tables' | 'joins' | 'definitions' | 'joinMode'
>
type ValueOf<K extends PortableItem['kind']> = Extract<PortableItem, { kind: K }>['value']

/** The form with the items of a file. Each replaces what the form has of the same name, or is added. */
export function takeItems(form: Said, items: readonly PortableItem[]): Partial<AreaForm> {
  const { metrics, dimensions, filters, time_columns, value_synonyms } = form.definitions
  const joins = items.flatMap((item) => (item.kind === 'relationship' ? [item.value] : []))
  const tables = items.flatMap((item) => (item.kind === 'table' ? [item.value] : []))
  const columns = items.flatMap((item) => (item.kind === 'column' ? [item.value] : []))
  const [description = form.description] = items.flatMap((item) => (item.kind === 'description' ? [item.value] : []))
  const [ai_instructions = form.ai_instructions] = items.flatMap((item) =>
    item.kind === 'instructions' ? [item.value] : [],
  )
  const [synonyms = form.synonyms] = items.flatMap((item) => (item.kind === 'synonyms' ? [item.value] : []))
  return {
    description,
    ai_instructions,
    synonyms,
    tables: form.tables.map((table) => withHints(table, tables, columns)),
    joins: replaced(form.joins, joins, (value) => portableKey({ kind: 'relationship', value })),
    ...(joins.length > 0 ? { joinMode: 'structured' } : {}),
    definitions: {
      metrics: replaced(
        metrics,
        items.flatMap((item) => (item.kind === 'metric' ? [item.value] : [])),
        (value) => portableKey({ kind: 'metric', value }),
      ),
      dimensions: replaced(
        dimensions,
        items.flatMap((item) => (item.kind === 'dimension' ? [item.value] : [])),
        (value) => portableKey({ kind: 'dimension', value }),
      ),
      filters: replaced(
        filters,
        items.flatMap((item) => (item.kind === 'filter' ? [item.value] : [])),
        (value) => portableKey({ kind: 'filter', value }),
      ),
      time_columns: replaced(
        time_columns,
        items.flatMap((item) => (item.kind === 'time_column' ? [item.value] : [])),
        (value) => portableKey({ kind: 'time_column', value }),
      ),
      value_synonyms: replaced(
        value_synonyms,
        items.flatMap((item) => (item.kind === 'value_synonym' ? [item.value] : [])),
        (value) => portableKey({ kind: 'value_synonym', value }),
      ),
    },
  }
}

function replaced<T>(now: readonly T[], taken: readonly T[], keyOf: (value: T) => string): T[] {
  const values = new Map(taken.map((value) => [keyOf(value), value]))
  const kept = now.map((value) => {
    const key = keyOf(value)
    const other = values.get(key)
    values.delete(key)
    return other ?? value
  })
  return [...kept, ...values.values()]
}

function withHints(table: AreaTableInput, tables: ValueOf<'table'>[], columns: ValueOf<'column'>[]): AreaTableInput {
  const isThis = ({ table_name }: { table_name: string }) => isSame(table_name, table.table_name)
  const hint = tables.find(isThis)
  const hints = columns.filter(isThis).map(({ table_name: _table, ...column }) => column)
  if (hint === undefined && hints.length === 0) return table
  return {
    ...table,
    ...(hint === undefined ? {} : { description: hint.description, synonyms: hint.synonyms }),
    columns: replaced(table.columns ?? [], hints, ({ name }) => name.toLowerCase()),
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

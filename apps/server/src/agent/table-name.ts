import type { Catalogue, CatalogueTable } from '@parlance/contract'

/** A table's name as users see it: with its schema only if that isn't the default one. */
export function tableName(table: Pick<CatalogueTable, 'schema' | 'name'>, catalogue: Catalogue): string {
  return table.schema && table.schema !== catalogue.defaultSchema ? `${table.schema}.${table.name}` : table.name
}

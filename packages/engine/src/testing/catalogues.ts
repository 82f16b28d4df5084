import type { Catalogue, CatalogueTable, ColumnKind } from '@parlance/contract'

/** A table for a test: its columns with their kinds, its key, and the tables that columns refer to. */
export function tableWith(
  name: string,
  columns: Record<string, ColumnKind>,
  { key = [], links = {} }: { key?: string[]; links?: Record<string, string> } = {},
): CatalogueTable {
  return {
    schema: null,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: Object.entries(columns).map(([column, kind]) => ({
      name: column,
      dataType: kind,
      kind,
      nullable: !key.includes(column),
      comment: null,
    })),
    primaryKey: key,
    foreignKeys: Object.entries(links).map(([column, referencedTable]) => ({
      columns: [column],
      referencedSchema: null,
      referencedTable,
      referencedColumns: [],
    })),
    rowEstimate: null,
    definition: null,
  }
}

/** A catalogue of these tables. */
export function catalogueOf(...tables: CatalogueTable[]): Catalogue {
  return { dialect: 'sqlite', defaultSchema: null, tables }
}

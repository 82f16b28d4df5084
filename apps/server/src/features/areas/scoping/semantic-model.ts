import type { Catalogue, DefinitionKind } from '@parlance/contract'
import type { SemanticModel, SemanticTable } from '@parlance/semantics'
import type { tableSql } from '@parlance/sql'
import type { AreaRecord } from '../store/area-record.ts'
import { findTable } from './table-names.ts'

interface ModelMeans {
  /** One database, as far as its reader may see it. */
  catalogue: Catalogue
  tableSql: typeof tableSql
  /** Null for a definition that is only in a draft. */
  versionOf: (kind: DefinitionKind, name: string) => number | null
  /** Columns of a table whose values a rule changes for the reader. */
  maskedIn: (table: SemanticTable['entry']) => ReadonlySet<string>
}

/** What the area's definitions mean in one database. Tables that the catalog lacks are left out. */
export function semanticModel(
  area: Pick<AreaRecord, 'tables' | 'joins' | 'definitions'>,
  { catalogue, tableSql: sqlOf, versionOf, maskedIn }: ModelMeans,
): SemanticModel {
  const tables = area.tables.flatMap(({ name }): SemanticTable[] => {
    const entry = findTable(catalogue, name)
    if (entry === null || entry === 'ambiguous') return []
    const sql = sqlOf({ schema: entry.schema, table: entry.name }, catalogue)
    return sql === null ? [] : [{ name, sql, entry, masked: maskedIn(entry) }]
  })
  return { dialect: catalogue.dialect, tables, joins: area.joins, definitions: area.definitions, versionOf }
}

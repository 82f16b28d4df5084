import { message, type Area, type CatalogueTable } from '@parlance/contract'
import type { AreaContent, AreaTables, TableOfArea } from '@parlance/semantics/formats'
import { AppError } from '../../../lib/errors.ts'
import type { KnownDatabases } from '../scoping/known-databases.ts'
import { findTable } from '../scoping/table-names.ts'

/** What an area says, as its reader may see it. */
export function contentOf(area: Area): AreaContent {
  return {
    name: area.area_name,
    description: area.description,
    instructions: area.ai_instructions,
    synonyms: area.synonyms,
    tables: area.tables.map(({ table_name, description, synonyms, columns }) => ({
      table_name,
      description,
      synonyms,
      columns,
    })),
    relationships: area.joins,
    definitions: area.definitions,
  }
}

/**
 * The area's tables as its first readable database has them.
 * @throws AppError bad_request if no database can be read
 */
export function tablesOf(area: Area, { read }: KnownDatabases): AreaTables {
  const [first] = read
  if (first === undefined) {
    throw new AppError('bad_request', {
      detail: message('No database of this area can be read now. Test its connection, and try again.'),
    })
  }
  const { dialect } = first.catalogue
  return { dialect, tables: area.tables.map(({ table_name }) => tableOf(table_name, read)) }
}

function tableOf(name: string, read: KnownDatabases['read']): TableOfArea {
  for (const { catalogue } of read) {
    const found = findTable(catalogue, name)
    if (found !== null && found !== 'ambiguous') return known(name, found)
  }
  return { name, schema: null, shortName: name, columns: null, keys: [] }
}

function known(name: string, table: CatalogueTable): TableOfArea {
  const keys = [table.primaryKey, ...(table.uniqueKeys ?? [])].filter((key) => key.length > 0)
  const columns = table.columns.map((column) => ({ name: column.name, kind: column.kind }))
  return { name, schema: table.schema, shortName: table.name, columns, keys }
}

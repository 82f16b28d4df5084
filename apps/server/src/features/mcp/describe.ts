import { dataOf, type Area, type Parlance } from '@parlance/client/source'
import { findArea, listDatabases } from './places.ts'

/** Tables that are named; a model searches for the others. */
const mostTables = 200

/** What an area says to someone who asks in it. @param tables names of tables whose columns are listed too */
export async function describedArea(parlance: Parlance, wanted: string, tables: readonly string[]): Promise<object> {
  const { area_id: id } = await findArea(parlance, wanted)
  const [area, databases] = await Promise.all([readArea(parlance, id), listDatabases(parlance)])
  const database = databases.find(({ application_id: application }) => application === area.application_id)
  const columns = await Promise.all(tables.map((table) => columnsOf(parlance, table, database?.id)))
  return {
    id: area.area_id,
    name: area.area_name,
    description: area.description,
    instructions: area.ai_instructions,
    databases: databases
      .filter(({ application_id: application }) => application === area.application_id)
      .map(({ name, db_type: type }) => ({ name, type })),
    tables: area.tables.slice(0, mostTables).map((table) => ({
      name: table.table_name,
      description: table.description,
      synonyms: table.synonyms,
      described_columns: table.columns,
    })),
    more_tables: Math.max(0, area.tables.length - mostTables),
    relationships: area.joins,
    ...definitionsOf(area),
    ...(tables.length > 0 && { columns: Object.fromEntries(tables.map((table, at) => [table, columns[at]])) }),
  }
}

export async function readArea({ api }: Parlance, id: string): Promise<Area> {
  return dataOf(await api.GET('/api/v1/business-areas/{id}', { params: { path: { id } } }))
}

function definitionsOf({ definitions: { metrics, dimensions, filters } }: Area) {
  const inUse = <T extends { deprecated: unknown }>(all: readonly T[]) => all.filter((each) => each.deprecated === null)
  const shown = ({
    name,
    description,
    synonyms,
  }: {
    name: string
    description: string | null
    synonyms: string[]
  }) => ({
    name,
    description,
    synonyms,
  })
  return {
    metrics: inUse(metrics).map(({ unit, ...metric }) => ({ ...shown(metric), unit })),
    dimensions: inUse(dimensions).map(shown),
    filters: inUse(filters).map((filter) => ({ ...shown(filter), applies_by_default: filter.applies_by_default })),
  }
}

async function columnsOf({ api }: Parlance, table: string, database: string | undefined): Promise<object[]> {
  const { columns } = dataOf(
    await api.GET('/api/v1/database-management/tables/{table}/columns', {
      params: { path: { table }, query: database === undefined ? {} : { database_config_id: database } },
    }),
  )
  return columns.map(({ name, data_type: type, comment }) => ({ name, type, comment }))
}

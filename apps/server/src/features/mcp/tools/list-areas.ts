import { z } from 'zod'
import { listAreas, listDatabases } from '../places.ts'
import { tool } from '../tool.ts'

const listedAtOnce = 50

export const listAreasTool = tool({
  name: 'list_areas',
  title: 'List business areas',
  description:
    'Lists the business areas and databases that you can ask, 50 of each at a time. A business area is a set of tables with descriptions, metrics, and rules. Call this first.',
  input: z.strictObject({
    search: z
      .string()
      .max(200)
      .default('')
      .describe('Only areas and databases whose name or description contains this.'),
    offset: z.int().min(0).max(1_000_000).default(0).describe('The next_offset of the answer before, for more.'),
  }),
  changesNothing: true,
  run: async ({ search, offset }, { parlance }) => {
    const [areas, databases] = await Promise.all([listAreas(parlance), listDatabases(parlance)])
    const wanted = search.trim().toLowerCase()
    const isWanted = (name: string, description: string | null) =>
      `${name}\n${description ?? ''}`.toLowerCase().includes(wanted)
    const foundAreas = areas.filter((area) => area.is_active && isWanted(area.area_name, area.description))
    const foundDatabases = databases.filter((database) => isWanted(database.name, database.description))
    const next = offset + listedAtOnce
    return {
      areas: foundAreas.slice(offset, next).map((area) => ({
        id: area.area_id,
        name: area.area_name,
        description: area.description,
        tables: area.table_count,
        is_default: area.is_default,
        databases: databases
          .filter(({ application_id: application }) => application === area.application_id)
          .map(({ name }) => name),
      })),
      databases: foundDatabases
        .slice(offset, next)
        .map(({ id, name, db_type: type, description }) => ({ id, name, type, description })),
      ...(next < Math.max(foundAreas.length, foundDatabases.length) && { next_offset: next }),
    }
  },
})

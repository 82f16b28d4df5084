import { z } from 'zod'
import { listAreas, listDatabases } from '../places.ts'
import { tool } from '../tool.ts'

export const listAreasTool = tool({
  name: 'list_areas',
  title: 'List business areas',
  description:
    'Lists the business areas and databases that you can ask. A business area is a set of tables with descriptions, metrics, and rules. Call this first.',
  input: z.strictObject({}),
  changesNothing: true,
  run: async (_, { parlance }) => {
    const [areas, databases] = await Promise.all([listAreas(parlance), listDatabases(parlance)])
    return {
      areas: areas
        .filter(({ is_active: isActive }) => isActive)
        .map((area) => ({
          id: area.area_id,
          name: area.area_name,
          description: area.description,
          tables: area.table_count,
          is_default: area.is_default,
          databases: databases
            .filter(({ application_id: application }) => application === area.application_id)
            .map(({ name }) => name),
        })),
      databases: databases.map(({ id, name, db_type: type, description }) => ({ id, name, type, description })),
    }
  },
})

import type { Area, AreaFile, importAreaRequestSchema } from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../../http/principal.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { NewArea } from './area-changes.ts'

export type AreaImport = z.output<typeof importAreaRequestSchema>

/** An area as a file: data alone, without who owns it, who may use it, and what an administrator confirmed here. */
export async function exportArea(
  areas: { getEditable(principal: Principal, id: string): Promise<AreaRecord> },
  principal: Principal,
  id: string,
): Promise<AreaFile> {
  const area = await areas.getEditable(principal, id)
  return {
    format: 'parlance-business-area',
    format_version: 1,
    area: {
      area_name: area.name,
      description: area.description,
      ai_instructions: area.instructions,
      synonyms: area.synonyms,
      visibility: area.visibility,
      is_active: area.isActive,
      tables: area.tables.map(({ name, description, synonyms, columns }) => ({
        table_name: name,
        description,
        synonyms,
        columns,
      })),
      joins: area.joins,
      row_security_rules: area.rowRules ?? {},
      column_security_rules: area.columnRules ?? {},
    },
  }
}

/** Creates an area from a file as if it had been typed in; a confirmation of a view was given for another database. */
export function importArea(
  areas: { create(principal: Principal, request: NewArea, origin: 'import'): Promise<Area> },
  principal: Principal,
  { application_id, area_name, file: { area } }: AreaImport,
): Promise<Area> {
  const request = {
    ...area,
    area_name: area_name ?? area.area_name,
    application_id,
    is_default: false,
    tables: area.tables.map((table) => ({ ...table, confirmed: false })),
  }
  return areas.create(principal, request, 'import')
}

/** A file name of letters, digits and hyphens alone, whatever the area is called (R13). */
export function fileNameOf({ area }: AreaFile): string {
  const plain = area.area_name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return `business-area${plain === '' ? '' : `-${plain}`}.json`
}

import { areaFields, areaTableFields, fieldsWith, pickFields } from '@parlance/contract'
import type { Area, AreaFile, EvaluationSetOfFile, importAreaRequestSchema } from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../../http/principal.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { NewArea } from './area-changes.ts'
import { wireFields } from '../store/field-values.ts'
import { fieldsOfTableFile } from './area-content.ts'

export type AreaImport = z.output<typeof importAreaRequestSchema>

/** The question sets of areas, which the evaluation stores. */
export interface AreaFileSets {
  exportSets: (principal: Principal, areaId: string) => Promise<EvaluationSetOfFile[]>
  importSets: (principal: Principal, areaId: string, sets: EvaluationSetOfFile[]) => Promise<void>
}

/** Exports an area's data, without its owner, its access list, or an administrator's confirmations. */
export async function exportArea(
  areas: { getEditable(principal: Principal, id: string): Promise<AreaRecord> },
  { exportSets }: AreaFileSets,
  principal: Principal,
  id: string,
): Promise<AreaFile> {
  const area = await areas.getEditable(principal, id)
  const evaluation = await exportSets(principal, id)
  return {
    format: 'parlance-business-area',
    format_version: 1,
    area: {
      ...wireFields(areaFields, fieldsWith(areaFields, { inFile: true }), area),
      tables: area.tables.map((table) => wireFields(areaTableFields, fieldsOfTableFile, table)),
    },
    ...(evaluation.length === 0 ? {} : { evaluation }),
  }
}

/**
 * Creates an area from a file as if it had been typed in. Confirmations of views were for another database, so they are
 * dropped.
 */
export async function importArea(
  areas: { create(principal: Principal, request: NewArea, origin: 'import'): Promise<Area> },
  { importSets }: AreaFileSets,
  principal: Principal,
  { application_id, area_name, file: { area, evaluation = [] } }: AreaImport,
): Promise<Area> {
  const request = {
    ...area,
    area_name: area_name ?? area.area_name,
    application_id,
    is_default: false,
    tables: area.tables.map((table) => pickFields(table, fieldsOfTableFile)),
  }
  const made = await areas.create(principal, request, 'import')
  await importSets(principal, made.area_id, evaluation)
  return made
}

/** Makes a file name that contains only letters, digits, and hyphens, whatever the area's name is (R13). */
export function fileNameOf({ area }: AreaFile): string {
  return `business-area${plainName(area.area_name)}.json`
}

/** @returns the end of a file's name, with a hyphen in front; empty if nothing of the name is left */
export function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return plain === '' ? '' : `-${plain}`
}

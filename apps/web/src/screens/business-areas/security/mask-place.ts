import { allTablesKey, type MaskExampleRequest } from '@parlance/contract'
import { createContext, useContext, useMemo } from 'react'
import { columnRulesOf, listMasks, maskGap, type MaskRow } from '../../../lib/security/column-rules.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'

/** Where the examples of masks get their values. */
export interface MaskPlace {
  area: Pick<MaskExampleRequest, 'area_id' | 'application_id'>
  /** The version of the saved area; 0 for a new one. */
  version: number
  /** The tables of the draft. */
  tables: ReadonlySet<string>
  /** The columns with saved masks, which apply to editors as well. */
  saved: ReadonlySet<string>
}

const PlaceContext = createContext<MaskPlace | null>(null)
/** Without it, masks show only samples. */
export const MaskPlaceProvider = PlaceContext.Provider

/** The place of an area's masks while it is edited; null if they can't be edited. */
export function useMaskPlace({ base, form, limits }: AreaEditor, readOnly: boolean): MaskPlace | null {
  const { application_id, tables } = form
  return useMemo(() => {
    if (readOnly || !limits.column_security_enabled || application_id === '') return null
    return {
      area: base === null ? { application_id } : { area_id: base.area_id },
      version: base?.version ?? 0,
      tables: new Set(tables.map((table) => table.table_name)),
      saved: new Set(listMasks(columnRulesOf(base?.column_security_rules ?? {})).map(nameOf)),
    }
  }, [base, application_id, tables, limits, readOnly])
}

export interface WantedExample {
  /** The request as JSON; null if there is nothing to ask. */
  text: string | null
  version: number
  /** A saved mask hides the values. */
  isMasked: boolean
}

/** What to ask the server about a mask. */
export function useWantedExample({ table, column, mask }: MaskRow): WantedExample {
  const place = useContext(PlaceContext)
  return useMemo(() => {
    const row = { table, column, mask }
    const nothing = { text: null, version: place?.version ?? 0, isMasked: false }
    if (place === null || mask.mask_type === 'disallow' || maskGap(row) !== null) return nothing
    if (table === allTablesKey ? place.area.area_id === undefined : !place.tables.has(table)) return nothing
    if (place.saved.has(nameOf(row))) return { ...nothing, isMasked: true }
    const request: MaskExampleRequest = { ...place.area, table_name: table, column, mask }
    return { ...nothing, text: JSON.stringify(request) }
  }, [place, table, column, mask])
}

function nameOf({ table, column }: Pick<MaskRow, 'table' | 'column'>): string {
  return `${table}.${column}`.toLowerCase()
}

import type { sheets_v4 as SheetsApi } from '@googleapis/sheets'
import { GoogleRefusal, startGoogle, type GoogleRequest } from '../testing/google-stand-in.ts'

/**
 * One sheet of the stand-in. The functions below create its cells; as in the API, cells may be missing at the end of a
 * row.
 */
export interface StandInSheet {
  title: string
  rows: SheetsApi.Schema$CellData[][]
  columnCount?: number
  merges?: SheetsApi.Schema$GridRange[]
  hidden?: boolean
  sheetType?: string
}

/** Serves `spreadsheets.get` of the Sheets API v4 for one spreadsheet, which a test may change at any time. */
export async function startSheets(initial: StandInSheet[]) {
  const state = {
    sheets: initial,
    /** If set, every request fails with this error. */
    refusal: null as GoogleRefusal | null,
    /** If set, only the next request for cells fails with this error. */
    pageRefusal: null as GoogleRefusal | null,
    /** Answers wait for this. */
    gate: null as Promise<void> | null,
  }
  const google = await startGoogle(async (request) => {
    if (state.gate) await state.gate
    if (state.refusal) throw state.refusal
    const { pageRefusal } = state
    if (pageRefusal && request.url.searchParams.has('ranges')) {
      state.pageRefusal = null
      throw pageRefusal
    }
    return answer(state.sheets, request)
  })
  return { ...google, state }
}

function answer(sheets: StandInSheet[], { method, url }: GoogleRequest): SheetsApi.Schema$Spreadsheet {
  const id = /^\/v4\/spreadsheets\/([^/:]+)$/.exec(url.pathname)?.[1]
  if (method !== 'GET' || id === undefined) throw new GoogleRefusal(404, 'NOT_FOUND', 'Not found.')
  if (id === 'private') throw new GoogleRefusal(403, 'PERMISSION_DENIED', 'The caller does not have permission')
  if (id !== 'spreadsheet-1') throw new GoogleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.')
  const ranges = url.searchParams.getAll('ranges')
  if (ranges.length === 0) return { sheets: sheets.map(describeSheet) }
  return { sheets: ranges.map((range) => ({ data: [readRange(sheets, range)] })) }
}

function describeSheet(sheet: StandInSheet, index: number): SheetsApi.Schema$Sheet {
  const { title, hidden, sheetType = 'GRID', merges } = sheet
  const gridProperties = { rowCount: Math.max(1000, sheet.rows.length), columnCount: widthOf(sheet) }
  return { properties: { sheetId: index, title, index, sheetType, hidden, gridProperties }, merges }
}

function readRange(sheets: StandInSheet[], range: string): SheetsApi.Schema$GridData {
  const [, quoted = '', first = '', last = ''] = /^'((?:[^']|'')+)'!A(\d+):[A-Z]+(\d+)$/.exec(range) ?? []
  const sheet = sheets.find(({ title }) => title === quoted.replaceAll("''", "'"))
  if (!sheet) throw new GoogleRefusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`)
  const rows = sheet.rows.slice(Number(first) - 1, Number(last))
  return { rowData: rows.map((values) => (values.length === 0 ? {} : { values })) }
}

function widthOf(sheet: StandInSheet): number {
  return sheet.columnCount ?? Math.max(26, ...sheet.rows.slice(0, 10).map((row) => row.length))
}

/** A cell as typed by a user: text, a number, or true or false, without its own format. */
export function plain(value: string | number | boolean | null): SheetsApi.Schema$CellData {
  if (value === null) return {}
  if (typeof value === 'string') return { effectiveValue: { stringValue: value }, formattedValue: value }
  if (typeof value === 'number') return { effectiveValue: { numberValue: value }, formattedValue: String(value) }
  return { effectiveValue: { boolValue: value }, formattedValue: String(value).toUpperCase() }
}

/** A number with a format: the displayed value differs from the stored one. */
export function formatted(value: number, type: string, shown: string): SheetsApi.Schema$CellData {
  return { effectiveValue: { numberValue: value }, formattedValue: shown, effectiveFormat: { numberFormat: { type } } }
}

export function failing(type: string, shown: string): SheetsApi.Schema$CellData {
  return { effectiveValue: { errorValue: { type, message: 'Reference does not exist.' } }, formattedValue: shown }
}

import type { sheets_v4 as SheetsApi } from '@googleapis/sheets'
import { loadLibrary } from '../library.ts'
import { createAuthClient, type GoogleAccount } from '../google/account.ts'
import type { SheetCell } from '../table-copy/cells.ts'
import { mostColumns } from '../table-copy/copy-file.ts'
import { readCell } from './cells.ts'
import { rowsRange } from './names.ts'

const scope = 'https://www.googleapis.com/auth/spreadsheets.readonly'
/** About 10 MB of the API's JSON. */
const cellsPerPage = 40_000
/** The maximum factor by which a page grows for a sheet that is mostly empty. */
const largestGrowth = 5
const requestTimeoutMs = 120_000
/** Google counts requests per minute: a refused page is requested again for up to a minute. */
const patience = { retryConfig: { retry: 7 } }

export interface SheetSource {
  spreadsheetId: string
  account: GoogleAccount
  /** Replaces Google in tests. */
  endpoint: string | null
}

export interface SheetOutline {
  title: string
  rowCount: number
  columnCount: number
  merges: SheetsApi.Schema$GridRange[]
}

/** One spreadsheet, read through Google's client library. Each request reads a part that fits into memory. */
export class Spreadsheet {
  readonly #api: SheetsApi.Sheets
  readonly #id: string

  private constructor(api: SheetsApi.Sheets, id: string) {
    this.#api = api
    this.#id = id
  }

  static async open(source: SheetSource): Promise<Spreadsheet> {
    const { sheets } = await loadLibrary('@googleapis/sheets', async () => await import('@googleapis/sheets'))
    const auth = await createAuthClient(source.account, [scope], source.endpoint)
    return new Spreadsheet(sheets({ version: 'v4', auth, timeout: requestTimeoutMs }), source.spreadsheetId)
  }

  /** Returns the visible sheets with cells, in the order of their tabs. */
  async sheets(): Promise<SheetOutline[]> {
    const { data } = await this.#api.spreadsheets.get({
      spreadsheetId: this.#id,
      fields: 'sheets(properties(title,index,sheetType,hidden,gridProperties(rowCount,columnCount)),merges)',
    })
    return (data.sheets ?? []).flatMap(({ properties, merges }) => {
      const isGrid = (properties?.sheetType ?? 'GRID') === 'GRID'
      if (!properties?.title || !isGrid || properties.hidden) return []
      const { rowCount, columnCount } = properties.gridProperties ?? {}
      const size = { rowCount: rowCount ?? 0, columnCount: Math.min(columnCount ?? 0, mostColumns) }
      return [{ title: properties.title, merges: merges ?? [], ...size }]
    })
  }

  /** Yields the rows of a sheet in pages, each with the index of its first row from 0. */
  async *rows(sheet: SheetOutline): AsyncIterable<{ start: number; rows: SheetCell[][] }> {
    const smallest = Math.max(1, Math.floor(cellsPerPage / Math.max(1, sheet.columnCount)))
    let size = smallest
    for (let start = 0; start < sheet.rowCount;) {
      const end = Math.min(start + size, sheet.rowCount)
      const rows = await this.#page(sheet, start, end)
      yield { start, rows }
      const filled = rows.reduce((count, row) => count + row.filter((cell) => cell.kind !== 'empty').length, 1)
      const fitting = Math.floor(((end - start) * cellsPerPage) / filled)
      size = Math.min(Math.max(fitting, smallest), smallest * largestGrowth)
      start = end
    }
  }

  async #page(sheet: SheetOutline, start: number, end: number): Promise<SheetCell[][]> {
    const { data } = await this.#api.spreadsheets.get(
      {
        spreadsheetId: this.#id,
        ranges: [rowsRange(sheet.title, start, end, sheet.columnCount)],
        fields: 'sheets(data(rowData(values(effectiveValue,formattedValue,effectiveFormat(numberFormat(type))))))',
      },
      patience,
    )
    const rows = data.sheets?.[0]?.data?.[0]?.rowData ?? []
    return rows.map((row) => (row.values ?? []).slice(0, sheet.columnCount).map(readCell))
  }
}

import { message, type CatalogueTable, type Cell } from '@parlance/contract'
import {
  DriverError,
  type Connection,
  type Driver,
  type IntrospectOptions,
  type QueryOptions,
  type QueryResult,
  type TestReport,
  type TestStage,
} from '../contract.ts'
import { Watch } from '../server/watch.ts'
import { sqliteDriver } from '../sqlite/driver.ts'
import { readAccount, readConfig, type SheetsConfig } from './config.ts'
import { googlesheetsManifest } from './manifest.ts'
import { ownTable } from '../table-copy/names.ts'
import { runWorker } from './run-worker.ts'
import { readLog } from './sync-log.ts'
import { copyPath, hasCopy, isSyncing, syncCopy, wasTriedJustNow } from './sync.ts'

const checkTimeoutMs = 30_000
/** How long to wait for the first copy of a large spreadsheet. The sync itself continues after that. */
const connectTimeoutMs = 10 * 60_000
const unlimited = { timeoutMs: 30_000, maxRows: null, maxBytes: null }

/** Spreadsheets, copied into a SQLite file in the connection's folder. Queries read it like any other SQLite file. */
export const googlesheetsDriver: Driver = createGooglesheetsDriver(null)

/** @param endpoint replaces all of Google's hosts; null for Google itself */
export function createGooglesheetsDriver(endpoint: string | null): Driver {
  return {
    manifest: googlesheetsManifest,
    async connect(given, options) {
      const config = readConfig(given)
      const folder = options?.folder
      if (folder === undefined)
        throw new DriverError('unsupported', message('There is no folder for the copy of the spreadsheet.'))
      const watch = new Watch({ timeoutMs: connectTimeoutMs, ...(options?.signal && { signal: options.signal }) })
      await watch.race(bringUpToDate(config, folder, endpoint)).finally(() => watch.end())
      const copy = await sqliteDriver.connect({ database: copyPath(folder, config) }, options)
      return new SheetsConnection(config, copy, endpoint)
    },
    copier: {
      sync: async (given, folder) => await syncCopy(readConfig(given), folder, endpoint),
      state: async (folder) => {
        const history = await readLog(folder)
        const lastSynced = history.find((report) => report.error === null)?.finishedAt ?? null
        return { isSyncing: isSyncing(folder), lastSynced, history }
      },
    },
  }
}

/** An old copy is better than none: its age is shown, and a failure is logged. */
async function bringUpToDate(config: SheetsConfig, folder: string, endpoint: string | null): Promise<void> {
  if (!hasCopy(folder, config)) return void (await syncCopy(config, folder, endpoint))
  if (!config.sync_on_connect || (await wasTriedJustNow(folder))) return
  await syncCopy(config, folder, endpoint).catch(() => {})
}

class SheetsConnection implements Connection {
  readonly defaultSchema = null
  readonly #config: SheetsConfig
  readonly #copy: Connection
  readonly #endpoint: string | null

  constructor(config: SheetsConfig, copy: Connection, endpoint: string | null) {
    this.#config = config
    this.#copy = copy
    this.#endpoint = endpoint
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    onStage('resolve')
    const account = await readAccount(this.#config)
    onStage('reach')
    const source = { spreadsheetId: this.#config.spreadsheet_id, account, endpoint: this.#endpoint }
    await runWorker({ type: 'check', source }, 'checked', { timeoutMs: checkTimeoutMs })
    onStage('sign-in')
    const report = await this.#copy.test((stage) => {
      if (stage === 'read-only' || stage === 'list-tables') onStage(stage)
    })
    return { ...report, tableCount: report.tableCount - 1, engine: `Google Sheets, copied into ${report.engine}` }
  }

  /** Yields the copy's own catalogue, with the text written in the sheets as comments. */
  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const written = await this.#readWritten(options)
    let seen = 0
    for await (const table of this.#copy.introspect({ ...options, onProgress: undefined })) {
      if (table.name === ownTable) continue
      seen += 1
      options.onProgress?.(seen)
      const commentOf = (column: string | null, name: string) => {
        const text = written.get(writtenKey(table.name, column))
        return text === undefined || text === name ? null : text
      }
      const columns = table.columns.map((column) => ({ ...column, comment: commentOf(column.name, column.name) }))
      yield { ...table, comment: commentOf(null, table.name), columns }
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    return await this.#copy.query(sql, params, options)
  }

  async close(): Promise<void> {
    await this.#copy.close()
  }

  async #readWritten({ signal }: IntrospectOptions): Promise<Map<string, string>> {
    const sql = `SELECT table_name, column_name, written FROM ${ownTable} WHERE written <> ''`
    const { batches } = await this.#copy.query(sql, [], { ...unlimited, signal })
    const written = new Map<string, string>()
    for await (const rows of batches) {
      for (const [table, column, text] of rows) written.set(writtenKey(table ?? null, column ?? null), String(text))
    }
    return written
  }
}

function writtenKey(table: Cell, column: Cell): string {
  return JSON.stringify([table, column])
}

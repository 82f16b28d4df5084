import type { Connection as LibraryConnection, RowStatement } from 'snowflake-sdk'
import type { Cell } from '@parlance/contract'
import type { SnowflakeConfig } from './config.ts'
import { loadSnowflake } from './library.ts'

const loginRetries = 1
const rowsAhead = 200
/** Parts of a result to fetch ahead. With their size, this limits how much is in memory. */
const partsAhead = 1

/** Pins what the meaning of a statement and of its values depends on. Ends a query whose client has disconnected. */
const sessionParameters: Record<string, string> = {
  TIMEZONE: "'UTC'",
  QUOTED_IDENTIFIERS_IGNORE_CASE: 'FALSE',
  MULTI_STATEMENT_COUNT: '1',
  ABORT_DETACHED_QUERY: 'TRUE',
  AUTOCOMMIT: 'TRUE',
  DATE_OUTPUT_FORMAT: "'YYYY-MM-DD'",
  TIME_OUTPUT_FORMAT: "'HH24:MI:SS.FF9'",
  TIMESTAMP_OUTPUT_FORMAT: "'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'",
  TIMESTAMP_NTZ_OUTPUT_FORMAT: "'YYYY-MM-DD HH24:MI:SS.FF9'",
  TIMESTAMP_LTZ_OUTPUT_FORMAT: "'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'",
  TIMESTAMP_TZ_OUTPUT_FORMAT: "'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'",
  BINARY_OUTPUT_FORMAT: "'HEX'",
  STRICT_JSON_OUTPUT: 'TRUE',
  // Megabytes per part. The service's default is more than three times as large.
  CLIENT_RESULT_CHUNK_SIZE: '48',
}

/** One session with the service. Its statements run in parallel. */
export class SnowflakeClient {
  readonly #session: LibraryConnection

  private constructor(session: LibraryConnection) {
    this.#session = session
  }

  /**
   * Signs in and pins the session.
   * @param accessUrl the address of the account's service
   * @throws whatever the library throws
   */
  static async open(config: SnowflakeConfig, accessUrl: string): Promise<SnowflakeClient> {
    const library = await loadSnowflake()
    const { account, username, database, credential } = config
    const options = {
      account,
      accessUrl,
      username,
      database,
      ...(config.schema !== null && { schema: config.schema }),
      ...(config.warehouse !== null && { warehouse: config.warehouse }),
      ...(config.role !== null && { role: config.role }),
      ...('privateKey' in credential ? { authenticator: 'SNOWFLAKE_JWT', ...credential } : credential),
      application: 'Parlance',
      validateDefaultParameters: true,
      rowMode: 'array' as const,
      streamResult: true,
      fetchAsString: ['Number' as const, 'Date' as const, 'JSON' as const, 'Buffer' as const],
      representNullAsStringNull: false,
      jsTreatIntegerAsBigInt: true,
      rowStreamHighWaterMark: rowsAhead,
      resultPrefetch: partsAhead,
      sfRetryMaxLoginRetries: loginRetries,
    }
    const session = library.createConnection(options)
    await new Promise<void>((resolve, reject) => session.connect((error) => (error ? reject(error) : resolve())))
    const client = new SnowflakeClient(session)
    try {
      const settings = Object.entries(sessionParameters).map(([name, value]) => `${name} = ${value}`)
      await client.execute(`ALTER SESSION SET ${settings.join(' ')}`, []).done
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  get isUsable(): boolean {
    return this.#session.isUp()
  }

  /**
   * Starts a statement; `done` resolves to it when its first rows can be read.
   * @param timeoutMs a limit that the service enforces, in whole seconds
   */
  execute(sql: string, params: Cell[], timeoutMs: number | null = null): Execution {
    const { promise, resolve, reject } = Promise.withResolvers<RowStatement>()
    const parameters = {
      MULTI_STATEMENT_COUNT: 1,
      ...(timeoutMs !== null && { STATEMENT_TIMEOUT_IN_SECONDS: Math.max(1, Math.ceil(timeoutMs / 1000)) }),
    }
    const statement = this.#session.execute({
      sqlText: sql,
      ...(params.length > 0 && { binds: params as (string | number)[] }),
      parameters,
      complete: (error, finished) => (error ? reject(error) : resolve(finished)),
    })
    return { done: promise, cancel: () => statement.cancel() }
  }

  /** Ends the session, without waiting. */
  close(): void {
    if (this.#session.isUp()) this.#session.destroy(() => {})
  }
}

export interface Execution {
  done: Promise<RowStatement>
  /** Asks the service to stop it. */
  cancel: () => void
}

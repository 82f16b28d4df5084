import type { Connection as LibraryConnection, RowStatement } from 'snowflake-sdk'
import type { Cell } from '@parlance/contract'
import type { SnowflakeConfig } from './config.ts'
import { loadSnowflake } from './library.ts'

const loginRetries = 1
const rowsAhead = 200
/** Parts of a result that are fetched while one is read; with their size, this is all of it that is ever held. */
const partsAhead = 1

/** Pins what the meaning of a statement and of its values depends on; a query whose client has left is ended. */
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
  // Megabytes of one part, where the service by itself sends more than three times as much at once.
  CLIENT_RESULT_CHUNK_SIZE: '48',
}

/** One session with the service; statements run in it side by side. */
export class SnowflakeClient {
  readonly #session: LibraryConnection

  private constructor(session: LibraryConnection) {
    this.#session = session
  }

  /**
   * Signs in and pins the session.
   * @param accessUrl where the account's service answers
   * @throws what the library throws
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
   * Starts a statement; `done` gives it when its first rows can be read.
   * @param timeoutMs the service itself ends it then, counted in whole seconds
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
  /** Tells the service to stop it. */
  cancel: () => void
}

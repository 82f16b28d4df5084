/** The parts of hdb that the driver uses. It has no typings. */
declare module 'hdb' {
  import type { Readable } from 'node:stream'

  export interface ColumnMetadata {
    dataType: number
    fraction: number
    length: number
    columnDisplayName: string
  }

  export interface Lob {
    /** In characters for text, otherwise in bytes. */
    length: number | string
    read(callback: (error: Error | null, data: Buffer) => void): void
  }

  export interface ResultSet {
    metadata: ColumnMetadata[]
    createArrayStream(options: { arrayMode: number }): Readable
    close(callback?: (error?: Error) => void): void
  }

  export interface Statement {
    functionCode: number
    parameterMetadata?: { dataType: number }[]
    execute(values: unknown[], callback: (error: Error | null, result: ResultSet) => void): void
    drop(callback?: (error?: Error) => void): void
  }

  export interface Client {
    connectOptions: { connectionId?: number }
    readyState: string
    connect(callback: (error: Error | null) => void): void
    exec(sql: string, callback: (error: Error | null, rows?: unknown) => void): void
    prepare(
      sql: string,
      options: Record<string, unknown>,
      callback: (error: Error | null, statement: Statement) => void,
    ): void
    rollback(callback: (error: Error | null) => void): void
    setAutoCommit(isOn: boolean): void
    close(): void
    destroy(error?: Error): void
    on(event: 'error' | 'close', listener: () => void): void
  }

  const hdb: { createClient(options: Record<string, unknown>): Client }
  export default hdb
}

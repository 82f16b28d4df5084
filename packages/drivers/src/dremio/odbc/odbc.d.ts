/** The parts of odbc that the driver uses. It isn't a dependency, because only an operator can install it. */
declare module 'odbc' {
  export interface ColumnDefinition {
    name: string
    /** The number of the SQL type. */
    dataType: number
    columnSize: number
    decimalDigits: number
  }

  export type Rows = Record<string, unknown>[] & { columns: ColumnDefinition[] }

  export interface Cursor {
    noData: boolean
    fetch(): Promise<Rows>
    close(): Promise<void>
  }

  export interface Connection {
    query(
      sql: string,
      parameters: (string | number | boolean | null)[],
      options: { cursor: true; fetchSize: number; timeout: number },
    ): Promise<Cursor>
    close(): Promise<void>
  }

  export function connect(options: {
    connectionString: string
    connectionTimeout: number
    loginTimeout: number
  }): Promise<Connection>

  const library: { connect: typeof connect }
  export { library as default }
}

import type { Connection, Rows } from 'odbc'
import type { Cell, Row } from '@parlance/contract'
import type { Driver } from '../../contract.ts'
import { serverDriver, type ServerEngine } from '../../server/server-driver.ts'
import type { Cursor } from '../../server/sessions.ts'
import { assertPlace, describeAccount } from '../account.ts'
import { quotePath, type DremioConfig } from '../config.ts'
import { countSql, introspect, placeSql } from '../introspect.ts'
import { dremioManifest } from '../manifest.ts'
import { assertSingleSelect } from '../single-select.ts'
import { toDriverError } from './errors.ts'
import type { OdbcLibrary } from './library.ts'
import { describeColumns, toCell } from './values.ts'

const loginTimeoutSeconds = 10
const rowsPerFetch = 256

interface Client {
  connection: Connection
  isBroken: boolean
  timeoutMs: number
}

/** Dremio through the operator's ODBC driver. The only way to cancel a query is to end the session. */
export function odbcDriver(config: DremioConfig, library: OdbcLibrary): Driver {
  return serverDriver(dremioManifest, () => odbcEngine(config, library))
}

function odbcEngine(config: DremioConfig, library: OdbcLibrary): ServerEngine<Client> {
  const { host, port, path } = config
  return {
    place: { host, port, tls: config.disable_tls ? 'disable' : 'verify' },
    open: async (address) => {
      const connection = await library.connect({
        connectionString: connectionString(config, address),
        connectionTimeout: loginTimeoutSeconds,
        loginTimeout: loginTimeoutSeconds,
      })
      return { connection, isBroken: false, timeoutMs: 0 }
    },
    close,
    destroy: close,
    isUsable: (client) => !client.isBroken,
    begin: async (client, timeoutMs) => void (client.timeoutMs = timeoutMs),
    start,
    cancel: async (client) => close(client),
    reset: async () => {},
    toDriverError,
    signIn: async (ask) => {
      assertPlace(path, await ask(placeSql(path)))
      return config.defaultSchema
    },
    inspect: async (ask) => await describeAccount(ask),
    countTables: async (ask) => Number((await ask(countSql(path)))[0]?.[0]),
    introspect: async function* (reader) {
      for await (const table of introspect((sql) => reader.batches(sql), path)) yield [table]
    },
  }
}

function close(client: Client): void {
  if (client.isBroken) return
  client.isBroken = true
  client.connection.close().catch(() => {})
}

/**
 * The driver checks a certificate against the host name, so with TLS it gets the name; otherwise it gets the checked
 * address.
 */
export function connectionString(config: DremioConfig, address: string): string {
  const { driver, host, port, username, password, disable_tls: isPlain, defaultSchema } = config
  const settings: Record<string, string> = {
    Driver: driver,
    ConnectionType: 'Direct',
    Host: isPlain ? address : host,
    Port: String(port),
    AuthenticationType: 'Plain',
    UID: username,
    PWD: password,
    SSL: isPlain ? '0' : '1',
    UseEncryption: isPlain ? 'false' : 'true',
    DisableCertificateVerification: 'false',
    ...(defaultSchema !== null && { Schema: quotePath(defaultSchema) }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}={${value.replaceAll('}', '}}')}}`)
    .join(';')
}

async function start(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  assertSingleSelect(sql)
  const timeout = Math.max(1, Math.ceil(client.timeoutMs / 1000))
  const cursor = await client.connection.query(sql, params, { cursor: true, fetchSize: rowsPerFetch, timeout })
  let portion: Rows = await cursor.fetch()
  const definitions = portion.columns
  const columns = describeColumns(definitions)
  let at = 0
  return {
    columns,
    read: async (count) => {
      if (at >= portion.length) {
        if (cursor.noData) return []
        portion = await cursor.fetch()
        at = 0
      }
      const rows = portion.slice(at, at + count)
      at += rows.length
      return rows.map((row): Row => definitions.map((column) => toCell(row[column.name], column)))
    },
    close: () => void cursor.close().catch(() => {}),
    isOver: () => cursor.noData,
  }
}

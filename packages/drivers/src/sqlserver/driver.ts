import { message } from '@parlance/contract'
import { DriverError, type ServerReport } from '../contract.ts'
import { serverDriver, type Ask, type ServerEngine } from '../server/server-driver.ts'
import { accountSql, accountWarnings } from './account.ts'
import {
  beginTransaction,
  cancelRunning,
  closeClient,
  openClient,
  rollBack,
  startStatement,
  type Client,
} from './client.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { sqlserverConfigSchema, sqlserverManifest, type SqlserverConfig } from './manifest.ts'

/** The driver for SQL Server from 2016, and Azure SQL. */
export const sqlserverDriver = serverDriver(sqlserverManifest, (config) =>
  sqlserverEngine(sqlserverConfigSchema.parse(config)),
)

function sqlserverEngine(config: SqlserverConfig): ServerEngine<Client> {
  return {
    place: config,
    database: config.database,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: closeClient,
    isUsable: (client) => !client.isBroken,
    begin: beginTransaction,
    start: startStatement,
    cancel: cancelRunning,
    reset: rollBack,
    toDriverError,
    // The form's schema limits what is listed. An unqualified name still means the account's own default schema.
    signIn: async (ask) => {
      const [row] = await ask('SELECT SCHEMA_NAME()')
      return typeof row?.[0] === 'string' ? row[0] : 'dbo'
    },
    inspect,
    countTables: async (ask) => await countTables(ask, config.schema_name),
    introspect: (reader) => introspect(reader, config.schema_name),
  }
}

/** This engine has no read-only sessions. The check is that a statement runs in a transaction, which is rolled back. */
async function inspect(ask: Ask): Promise<ServerReport> {
  const [state] = await ask('SELECT XACT_STATE()')
  if (state?.[0] !== 1)
    throw new DriverError('unsupported', message('The server did not run the statement in a transaction.'))
  const [version] = await ask(
    "SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)), CAST(SERVERPROPERTY('Edition') AS nvarchar(128))",
  )
  const [account] = await ask(accountSql)
  return {
    engine: `SQL Server ${String(version?.[0])}, ${String(version?.[1])}`,
    warnings: accountWarnings(account ?? []),
  }
}

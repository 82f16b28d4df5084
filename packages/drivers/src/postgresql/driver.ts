import { message } from '@parlance/contract'
import { DriverError, type ServerReport } from '../contract.ts'
import { serverConfigSchema, type ServerConfig } from '../server/fields.ts'
import { serverDriver, type Ask, type ServerEngine } from '../server/server-driver.ts'
import { accountSql, accountWarnings } from './account.ts'
import {
  cancelBackend,
  closeClient,
  destroyClient,
  endTransaction,
  isUsable,
  openClient,
  startStatement,
  type Client,
} from './client.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { postgresqlManifest } from './manifest.ts'
import { ReturningTexts } from './statement.ts'
import { TypeRegistry } from './types.ts'

/** The driver for PostgreSQL and servers that speak its protocol. */
export const postgresqlDriver = serverDriver(postgresqlManifest, (config) =>
  postgresqlEngine(serverConfigSchema.parse(config)),
)

function postgresqlEngine(config: ServerConfig): ServerEngine<Client> {
  const known = { types: new TypeRegistry(), returning: new ReturningTexts() }
  return {
    place: config,
    database: config.database,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: destroyClient,
    isUsable,
    begin: async (client, timeoutMs) => void (client.timeoutMs = timeoutMs),
    start: async (client, sql, params) => await startStatement(client, sql, params, known),
    cancel: async (client, overAnother) => await overAnother((other) => cancelBackend(client, other)),
    reset: endTransaction,
    toDriverError,
    signIn: async (ask) => {
      await known.types.learn(ask)
      const [row] = await ask('SELECT current_schema()')
      return config.schema_name ?? (typeof row?.[0] === 'string' ? row[0] : 'public')
    },
    inspect,
    identify,
    countTables: async (ask) => await countTables(ask, config.schema_name),
    introspect: (reader) => introspect(reader, config.schema_name),
  }
}

async function inspect(ask: Ask): Promise<ServerReport> {
  const [mode] = await ask('SHOW transaction_read_only')
  if (mode?.[0] !== 'on')
    throw new DriverError('unsupported', message('The server did not make the session read-only.'))
  const [account] = await ask(accountSql)
  const [version] = await ask("SELECT current_setting('server_version')")
  return { engine: `PostgreSQL ${String(version?.[0])}`, warnings: accountWarnings(account ?? []) }
}

/** A cluster never changes its number, and its replicas have the same one. */
async function identify(ask: Ask): Promise<string[]> {
  const [row] = await ask('SELECT system_identifier::text, current_database() FROM pg_control_system()')
  return row === undefined ? [] : [`postgresql:${String(row[0])}:${String(row[1])}`]
}

import { message } from '@parlance/contract'
import { DriverError, type ServerReport } from '../contract.ts'
import { serverConfigSchema, type ServerConfig } from '../server/fields.ts'
import { serverDriver, type Ask, type OverAnother, type ServerEngine } from '../server/server-driver.ts'
import { accountWarnings, listGrants } from './account.ts'
import { limitTime, openClient, startStatement, type MysqlClient } from './client.ts'
import { closeClient, destroyClient, ping, run } from './connection.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { mysqlManifest } from './manifest.ts'

/** The MySQL and MariaDB driver. */
export const mysqlDriver = serverDriver(mysqlManifest, (config) => mysqlEngine(serverConfigSchema.parse(config)))

function mysqlEngine(config: ServerConfig): ServerEngine<MysqlClient> {
  return {
    place: config,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: destroyClient,
    isUsable: (client) => !client.isBroken,
    begin: limitTime,
    start: startStatement,
    // The engine continues a statement after its client disconnects, so another session stops it.
    cancel: async (client, overAnother) => await overAnother((other) => run(other, `KILL QUERY ${client.id}`)),
    reset: ping,
    toDriverError,
    signIn: async (ask) => {
      await ask('SELECT 1')
      return config.database
    },
    inspect,
    identify: async (ask) => await identify(ask, config.database),
    countTables: async (ask) => await countTables(ask, config.database),
    introspect: (reader) => introspect(reader, config.database),
  }
}

async function inspect(ask: Ask, overAnother: OverAnother<MysqlClient>): Promise<ServerReport> {
  const [row] = await ask('SELECT VERSION()')
  const version = String(row?.[0])
  const isMariadb = /mariadb/i.test(version)
  const [mode] = await ask(`SELECT @@SESSION.${isMariadb ? 'tx_read_only' : 'transaction_read_only'}`)
  if (mode?.[0] !== 1) throw new DriverError('unsupported', message('The server did not make the session read-only.'))
  let grants: string[] = []
  await overAnother(async (other) => (grants = await listGrants(other)))
  return {
    engine: isMariadb ? `MariaDB ${version.split('-', 1)[0]}` : `MySQL ${version}`,
    warnings: accountWarnings(grants),
  }
}

/** MariaDB has no `server_uuid`, so a server is identified by its host, port and data folder. */
async function identify(ask: Ask, database: string): Promise<string[]> {
  const [version] = await ask('SELECT VERSION()')
  const [row] = /mariadb/i.test(String(version?.[0]))
    ? await ask('SELECT @@hostname, @@port, @@datadir')
    : await ask('SELECT @@server_uuid')
  return row === undefined ? [] : [JSON.stringify(['mysql', ...row.map(String), database])]
}

import type { ServerReport } from '../contract.ts'
import { serverDriver, type Ask, type ServerEngine } from '../server/server-driver.ts'
import { closeClient, destroyClient, ping, run, type Client } from '../mysql/connection.ts'
import { openClient, startStatement } from './client.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { mongodbConfigSchema, mongodbManifest, type MongodbConfig } from './manifest.ts'

/** The MongoDB driver, for the BI Connector, which speaks the MySQL protocol. */
export const mongodbDriver = serverDriver(mongodbManifest, (config) => mongodbEngine(mongodbConfigSchema.parse(config)))

function mongodbEngine(config: MongodbConfig): ServerEngine<Client> {
  return {
    place: config,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: destroyClient,
    isUsable: (client) => !client.isBroken,
    // The connector has no time limit for a statement, so the driver cancels it when the time is up.
    begin: ping,
    start: startStatement,
    cancel: async (client, overAnother) => await overAnother((other) => run(other, `KILL QUERY ${client.id}`)),
    reset: ping,
    toDriverError,
    signIn: async (ask) => {
      await ask('SELECT 1')
      return config.database
    },
    inspect,
    countTables: async (ask) => await countTables(ask, config.database),
    introspect: (reader) => introspect(reader, config.database),
  }
}

/** The connector doesn't report the account's rights in MongoDB. */
async function inspect(ask: Ask): Promise<ServerReport> {
  const [row] = await ask('SELECT VERSION()')
  return { engine: `MongoDB BI Connector ${String(row?.[0])}`, warnings: [] }
}

import { message } from '@parlance/contract'
import { DriverError, type ServerReport } from '../contract.ts'
import { serverDriver, type Ask, type ServerEngine } from '../server/server-driver.ts'
import { unlessForbidden } from '../server/unless-forbidden.ts'
import { accountSql, accountWarnings } from './account.ts'
import {
  beginReadOnly,
  closeClient,
  destroyClient,
  openClient,
  rollBack,
  run,
  startStatement,
  type Client,
} from './client.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { hanaConfigSchema, hanaManifest, type HanaConfig } from './manifest.ts'

/** The SAP HANA driver, for on-premises and cloud servers. */
export const hanaDriver = serverDriver(hanaManifest, (config) => hanaEngine(hanaConfigSchema.parse(config)))

function hanaEngine(config: HanaConfig): ServerEngine<Client> {
  return {
    place: config,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: destroyClient,
    isUsable: (client) => !client.isBroken,
    // The server has no time limit for a single statement, so the driver cancels it when the time is up.
    begin: beginReadOnly,
    start: startStatement,
    // Without the right to cancel, the session is cut, which also ends its statement.
    cancel: async (client, overAnother) =>
      await overAnother(async (other) => {
        const id = Number(client.hdb.connectOptions.connectionId)
        await run(other, `ALTER SYSTEM CANCEL SESSION '${id}'`)
      }),
    reset: rollBack,
    toDriverError,
    signIn: async (ask) => await signIn(ask, config),
    inspect,
    countTables: async (ask) => await countTables(ask, config.schema_name),
    introspect: (reader) => introspect(reader, config.schema_name),
  }
}

/** The port leads to one database, whatever the form says. The sign-in fails if that isn't the named database. */
async function signIn(ask: Ask, config: HanaConfig): Promise<string | null> {
  const [row] = await ask('SELECT CURRENT_SCHEMA FROM DUMMY')
  const { name } = await readDatabase(ask)
  if (name !== null && name.toUpperCase() !== config.database.toUpperCase()) {
    const text = message('The database at this port is {name}, not {database}. Enter the SQL port of {database}.', {
      name,
      database: config.database,
    })
    throw new DriverError('missing-object', text)
  }
  return typeof row?.[0] === 'string' ? row[0] : null
}

async function inspect(ask: Ask): Promise<ServerReport> {
  const { version } = await readDatabase(ask)
  const rights = await unlessForbidden(async () => await ask(accountSql))
  const warnings = rights === null ? [message("Could not read the account's privileges.")] : accountWarnings(rights)
  return { engine: `SAP HANA ${version ?? ''}`.trim(), warnings }
}

/** Returns nothing if the account may not read the server's details. */
async function readDatabase(ask: Ask): Promise<{ name: string | null; version: string | null }> {
  const sql = 'SELECT DATABASE_NAME, VERSION FROM SYS.M_DATABASE'
  const [row] = (await unlessForbidden(async () => await ask(sql))) ?? []
  return row ? { name: String(row[0]), version: String(row[1]) } : { name: null, version: null }
}

import { message } from '@parlance/contract'
import type { ServerReport } from '../contract.ts'
import { serverDriver, type Ask, type ServerEngine } from '../server/server-driver.ts'
import { unlessForbidden } from '../server/unless-forbidden.ts'
import { accountSql, accountWarnings } from './account.ts'
import {
  beginReadOnly,
  cancelRunning,
  closeClient,
  destroyClient,
  openClient,
  rollBack,
  startStatement,
  type Client,
} from './client.ts'
import { toDriverError } from './errors.ts'
import { countTables, introspect } from './introspect.ts'
import { oracleConfigSchema, oracleManifest, type OracleConfig } from './manifest.ts'

/** The Oracle Database driver, from version 12.1. */
export const oracleDriver = serverDriver(oracleManifest, (config) => oracleEngine(oracleConfigSchema.parse(config)))

function oracleEngine(config: OracleConfig): ServerEngine<Client> {
  return {
    place: config,
    open: async (address) => await openClient(config, address),
    close: closeClient,
    destroy: destroyClient,
    isUsable: (client) => !client.isBroken,
    begin: beginReadOnly,
    start: startStatement,
    cancel: cancelRunning,
    reset: rollBack,
    toDriverError,
    signIn: async (ask) => {
      const [row] = await ask("SELECT SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') FROM DUAL")
      return typeof row?.[0] === 'string' ? row[0] : null
    },
    inspect,
    countTables: async (ask) => await countTables(ask, config.schema_name),
    introspect: (reader) => introspect(reader, config.schema_name),
  }
}

/** Every statement's transaction was already set to read-only; otherwise the statement would have failed. */
async function inspect(ask: Ask): Promise<ServerReport> {
  const sql = "SELECT PRODUCT, VERSION FROM PRODUCT_COMPONENT_VERSION WHERE PRODUCT LIKE 'Oracle%'"
  const [version] = (await unlessForbidden(async () => await ask(sql))) ?? []
  const rights = await unlessForbidden(async () => await ask(accountSql))
  return {
    engine: version ? `${String(version[0]).trim()} ${String(version[1])}` : 'Oracle Database',
    warnings: rights === null ? [message("Could not read the account's privileges.")] : accountWarnings(rights),
  }
}

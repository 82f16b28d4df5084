import { message, type Cell } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { openConnection, openCursor, run, type Client, type Running } from '../mysql/connection.ts'
import type { Cursor } from '../server/sessions.ts'
import { mongosqlAuth, passwordRefusal, usernameOf } from './auth-plugin.ts'
import type { MongodbConfig } from './manifest.ts'
import { boundQuery } from './statement.ts'

/**
 * Signs in to a BI Connector at an address that was already resolved.
 * @throws whatever mysql2 throws
 */
export async function openClient(config: MongodbConfig, address: string): Promise<Client> {
  return await openConnection({
    config,
    address,
    options: (isSecure) => ({
      user: usernameOf(config),
      authPlugins: {
        // The connector doesn't use these plugins, but an impostor could, to obtain the password (R14).
        caching_sha2_password: refusePlugin,
        sha256_password: refusePlugin,
        mongosql_auth: () => mongosqlAuth(config, isSecure),
        mysql_clear_password: () => async () => {
          if (!isSecure) throw passwordRefusal()
          return Buffer.from(`${config.password}\0`)
        },
      },
    }),
    prepare: async (client) => {
      const [row] = await run(client, 'SELECT CONNECTION_ID()')
      client.id = Number(row?.[0])
    },
  })
}

const refusePlugin = () => async (): Promise<Buffer> => {
  throw new DriverError(
    'unsupported',
    message(
      'The server requires a sign-in method that the BI Connector does not have. Enter the host and port of the BI Connector.',
    ),
  )
}

/**
 * Runs one query with the text protocol.
 * @throws DriverError unsupported for any other statement, or the server's error
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  client.onLost = null
  const query = boundQuery(sql, params)
  return await openCursor(client, () => client.connection.query(query) as unknown as Running)
}

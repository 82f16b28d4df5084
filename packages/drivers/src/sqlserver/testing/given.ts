import { Connection, Request, TYPES } from 'tedious'
import type { ConnectionConfig } from '../../contract.ts'
import { dropTables, seedTables, type EngineSession } from '../../testing/engine.ts'
import { configOfUrl, startGiven, type GivenServer, type Seeder } from '../../testing/given-server.ts'

const defaultPort = 1433

/** Uses a server of the user's own, whose account has all rights in its database. */
export async function startOnGiven(
  { url, adminUrl }: GivenServer,
  quote: (name: string) => string,
): Promise<EngineSession> {
  const config = configOfUrl(url, { defaultPort })
  // National text types, because characters outside the server's code page would be lost.
  const make = seedTables(quote, 'NVARCHAR(100)').map((sql) =>
    sql.startsWith('INSERT') ? sql.replaceAll(/'(?:[^']|'')*'/g, (text) => `N${text}`) : sql,
  )
  const open = async () => await openSeeder(configOfUrl(adminUrl, { defaultPort }), String(config.username))
  return await startGiven('sqlserver', config, { open, make, drop: dropTables(quote) })
}

async function openSeeder(config: ConnectionConfig, account: string): Promise<Seeder> {
  const connection = new Connection({
    server: String(config.host),
    authentication: {
      type: 'default',
      options: { userName: String(config.username), password: String(config.password) },
    },
    options: { port: Number(config.port), database: String(config.database), trustServerCertificate: true },
  })
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
  const running = `SELECT COUNT(*) FROM sys.dm_exec_requests r JOIN sys.dm_exec_sessions s ON s.session_id = r.session_id
    WHERE s.login_name = @account AND r.session_id <> @@SPID`
  return {
    run: async (sql) => {
      await new Promise<void>((resolve, reject) =>
        connection.execSqlBatch(new Request(sql, (error) => (error ? reject(error) : resolve()))),
      )
    },
    countRunning: async () => {
      let count = 0
      await new Promise<void>((resolve, reject) => {
        const request = new Request(running, (error) => (error ? reject(error) : resolve()))
        request.addParameter('account', TYPES.NVarChar, account)
        request.on('row', (cells: { value: number }[]) => (count = cells[0]?.value ?? 0))
        connection.execSql(request)
      })
      return count
    },
    close: async () => connection.close(),
  }
}

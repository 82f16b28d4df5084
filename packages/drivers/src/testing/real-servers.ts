import mysql from 'mysql2/promise'
import pg from 'pg'
import type { ConnectionConfig } from '../contract.ts'
import { configOfUrl } from './given-server.ts'
import { createMariadbDatabase, startMariadb } from './mariadb-server.ts'
import { createPostgresDatabase, startPostgres } from './postgres-server.ts'

export type ServerKind = 'postgresql' | 'mysql'
export const serverKinds: ServerKind[] = ['postgresql', 'mysql']

/** A new database on a real server, with an account that has all rights. */
export interface RealServer {
  config: ConnectionConfig
  place: { host: string; port: number }
  /** Runs statements as that account, bypassing the driver. */
  run: (sql: string) => Promise<void>
  /** Returns the rows of one query as arrays. */
  read: (sql: string) => Promise<unknown[]>
  quote: (name: string) => string
  stop: () => Promise<void>
}

export async function openRealServer(kind: ServerKind): Promise<RealServer | { skip: string }> {
  const server = kind === 'postgresql' ? await startPostgres() : await startMariadb()
  if ('skip' in server) return server
  const database =
    kind === 'postgresql' ? await createPostgresDatabase(server.url) : await createMariadbDatabase(server.url)
  const admin = kind === 'postgresql' ? await openPostgres(database.url) : await openMysql(database.url)
  const config = configOfUrl(database.url, { defaultPort: kind === 'postgresql' ? 5432 : 3306 })
  return {
    config,
    place: { host: String(config.host), port: Number(config.port) },
    run: admin.run,
    read: admin.read,
    quote: kind === 'postgresql' ? pg.escapeIdentifier : (name) => `\`${name.replaceAll('`', '``')}\``,
    stop: async () => {
      await admin.end()
      await database.drop()
      await server.stop()
    },
  }
}

interface Admin {
  run: RealServer['run']
  read: RealServer['read']
  end: () => Promise<void>
}

async function openPostgres(url: string): Promise<Admin> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    run: async (sql) => void (await client.query(sql)),
    read: async (text) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows,
    end: async () => await client.end(),
  }
}

async function openMysql(uri: string): Promise<Admin> {
  const connection = await mysql.createConnection({ uri, multipleStatements: true })
  return {
    run: async (sql) => void (await connection.query(sql)),
    read: async (sql) => (await connection.query<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true }))[0],
    end: async () => await connection.end(),
  }
}

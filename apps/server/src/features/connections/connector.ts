import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { message } from '@parlance/contract'
import type { DatabaseKind } from '@parlance/contract'
import { DriverError, driverFor } from '@parlance/drivers'
import type { ConnectionConfig, Copier } from '@parlance/drivers'
import type { Config } from '../../config/config.ts'
import type { AppContext } from '../../context/context.ts'
import type { AppError } from '../../lib/errors.ts'
import { openSealed, seal } from '../../secrets/seal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import { conversationFile } from './conversation-paths.ts'
import { filesAt, pathsIn, resolveFiles } from './database-files.ts'
import { ConnectionPool } from './pool.ts'
import type { Lease } from './pool.ts'
import { connectionFolder, uploadedDatabase } from './uploaded-database.ts'

/** Decrypts settings and opens and pools connections. Internal to this feature: nothing here checks who asks. */
export interface Connector {
  lend(connection: ConnectionRow): Promise<Lease>
  /** Opens a connection that is not stored. Returning it closes it. */
  lendUnsaved(kind: DatabaseKind, config: ConnectionConfig): Promise<Lease>
  /** Opens a separate connection, which no question waits for. Returning it closes it without waiting. */
  lendApart(connection: ConnectionRow): Promise<Lease>
  /**
   * Closes the open connections of one database after its settings changed.
   * @param reason also stops their queries, and is the error for everyone who waits
   */
  forget(connectionId: string, reason?: AppError): Promise<void>
  /**
   * The copier of a kind whose data is copied before it can be queried, with what it needs. Null for all other kinds.
   */
  copying(connection: ConnectionRow): Promise<Copying | null>
  /** Removes the files of a deleted connection. */
  removeFolder(connectionId: string): Promise<void>
  close(): Promise<void>
}

export interface Copying {
  copier: Copier
  config: ConnectionConfig
  folder: string
}

interface OpenPool {
  /** Changes with the settings. */
  version: string
  /** The files that its settings name. */
  paths: string[]
  /** What `filesAt` said of them before their last check. */
  files: string | null
  pool: Promise<ConnectionPool>
}

export function createConnector(context: Pick<AppContext, 'keys' | 'config'>): Connector {
  const pools = new Map<string, OpenPool>()

  async function forget(connectionId: string, reason?: AppError): Promise<void> {
    const entry = pools.get(connectionId)
    pools.delete(connectionId)
    await (await entry?.pool.catch(() => null))?.close(reason)
  }

  async function poolOf(connection: ConnectionRow): Promise<ConnectionPool> {
    const version = `${connection.kind} ${connection.config} ${connection.secrets}`
    const known = pools.get(connection.id)
    const isCurrent = known?.version === version
    // R17: a link may lead elsewhere now. This is read before the check, so that the next use sees a change during it.
    const files = isCurrent ? filesAt(known.paths) : null
    if (isCurrent && files !== null && files === known.files) return known.pool
    const config = configOf(connection)
    if (isCurrent) {
      known.files = files
      return known.pool
    }
    if (known !== undefined) void forget(connection.id)
    const pool = createPool(connection.kind, config, folderOf(connection.id))
    pools.set(connection.id, { version, paths: pathsIn(config, connection.kind), files, pool })
    pool.catch(() => pools.delete(connection.id))
    return pool
  }

  const folderOf = (id: string) => connectionFolder(context.config, id)
  const configOf = (connection: ConnectionRow) => {
    const database = ownFile(context.config, connection)
    if (database === null) return resolveFiles(openConfig(context, connection), connection.kind, context.config)
    requireUploaded(database, connection)
    return { database }
  }

  return {
    lend: async (connection) => (await poolOf(connection)).lend(),
    lendUnsaved: async (kind, config) => {
      const folder = folderOf(`unsaved-${randomUUID()}`)
      const pool = await createPool(kind, resolveFiles(config, kind, context.config), folder)
      const end = async () => {
        await pool.close()
        await rm(folder, { recursive: true, force: true })
      }
      try {
        const lease = await pool.lend()
        const release = async () => {
          await lease.release()
          await end()
        }
        return { connection: lease.connection, release }
      } catch (error) {
        await end()
        throw error
      }
    },
    lendApart: async (connection) => {
      const pool = await createPool(connection.kind, configOf(connection), folderOf(connection.id))
      const end = () => void pool.close().catch(() => undefined)
      try {
        const lease = await pool.lend()
        const release = async () => {
          void lease.release().then(end, end)
        }
        return { connection: lease.connection, release }
      } catch (error) {
        end()
        throw error
      }
    },
    forget,
    copying: async (connection) => {
      const { copier } = await driverFor(connection.kind)
      return copier === undefined ? null : { copier, config: configOf(connection), folder: folderOf(connection.id) }
    },
    removeFolder: (connectionId) => rm(folderOf(connectionId), { recursive: true, force: true }),
    close: async () => {
      await Promise.all([...pools.keys()].map((id) => forget(id)))
    },
  }
}

/** The file in the data folder that is the database. Null for a connection whose settings name its database. */
export function ownFile(config: Pick<Config, 'dataDir'>, connection: ConnectionRow): string | null {
  const { id, session_id: sessionId, uploaded_files: uploaded } = connection
  if (sessionId !== null) return conversationFile(config, { id, sessionId })
  return uploaded === null ? null : uploadedDatabase(config, id)
}

/** @throws DriverError unreachable */
function requireUploaded(path: string, { uploaded_files: uploaded }: ConnectionRow): void {
  if (uploaded === null || existsSync(path)) return
  const text = message(
    'The uploaded files are not in the data folder of this server. All server processes must share one data folder.',
  )
  throw new DriverError('unreachable', text, { stage: 'resolve' })
}

async function createPool(kind: string, config: ConnectionConfig, folder: string): Promise<ConnectionPool> {
  const driver = await driverFor(kind)
  return new ConnectionPool(driver, driver.manifest.configSchema.parse(config), { folder })
}

/** Opens the whole configuration, including its secrets. */
export function openConfig(
  { keys }: Pick<AppContext, 'keys'>,
  connection: Pick<ConnectionRow, 'id' | 'config' | 'secrets'>,
): ConnectionConfig {
  const config = JSON.parse(connection.config) as ConnectionConfig
  if (connection.secrets === null) return config
  const secrets = openSealed(keys.dataKey, connection.secrets, purposeOf(connection.id))
  return { ...config, ...(JSON.parse(secrets) as ConnectionConfig) }
}

/** Splits a configuration by the manifest's flags: open fields as JSON, secret ones sealed for this connection. */
export function sealConfig(
  { keys }: Pick<AppContext, 'keys'>,
  id: string,
  config: ConnectionConfig,
  secretFields: string[],
): Pick<ConnectionRow, 'config' | 'secrets'> {
  const entries = Object.entries(config)
  const secrets = entries.filter(([name, value]) => secretFields.includes(name) && value !== null && value !== '')
  const open = entries.filter(([name]) => !secretFields.includes(name))
  return {
    config: JSON.stringify(Object.fromEntries(open)),
    secrets:
      secrets.length === 0 ? null : seal(keys.dataKey, JSON.stringify(Object.fromEntries(secrets)), purposeOf(id)),
  }
}

function purposeOf(connectionId: string): string {
  return `connection:${connectionId}`
}

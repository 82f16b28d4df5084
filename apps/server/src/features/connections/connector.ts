import type { DatabaseKind } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import type { ConnectionConfig } from '@parlance/drivers'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openSealed, seal } from '../../seal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import { storePath } from '../../store/open-store.ts'
import { keysPath } from '../../keys.ts'
import { ConnectionPool } from './pool.ts'
import type { Lease } from './pool.ts'

/** Reaches databases: decrypts, opens, pools. Internal to this feature; nothing here checks who asks. */
export interface Connector {
  lend(connection: ConnectionRow): Promise<Lease>
  /** Forgets the open connections of one database, after its settings changed. */
  forget(connectionId: string): Promise<void>
  close(): Promise<void>
}

export function createConnector(context: Pick<AppContext, 'keys' | 'config'>): Connector {
  const pools = new Map<string, { version: string; pool: Promise<ConnectionPool> }>()

  async function forget(connectionId: string): Promise<void> {
    const entry = pools.get(connectionId)
    pools.delete(connectionId)
    await (await entry?.pool.catch(() => null))?.close()
  }

  async function poolOf(connection: ConnectionRow): Promise<ConnectionPool> {
    const version = `${connection.kind} ${connection.config} ${connection.secrets}`
    const known = pools.get(connection.id)
    if (known?.version === version) return known.pool
    if (known !== undefined) void forget(connection.id)
    const pool = createPool(context, connection)
    pools.set(connection.id, { version, pool })
    pool.catch(() => pools.delete(connection.id))
    return pool
  }

  return {
    lend: async (connection) => {
      refuseOwnFiles(connection, context.config.dataDir)
      return (await poolOf(connection)).lend()
    },
    forget,
    close: async () => {
      await Promise.all([...pools.keys()].map(forget))
    },
  }
}

async function createPool(context: Pick<AppContext, 'keys'>, connection: ConnectionRow): Promise<ConnectionPool> {
  const driver = await driverFor(connection.kind as DatabaseKind)
  return new ConnectionPool(driver, driver.manifest.configSchema.parse(openConfig(context, connection)))
}

/** The whole configuration, its secrets included. */
function openConfig({ keys }: Pick<AppContext, 'keys'>, connection: ConnectionRow): ConnectionConfig {
  const config = JSON.parse(connection.config) as ConnectionConfig
  if (connection.secrets === null) return config
  const secrets = openSealed(keys.dataKey, connection.secrets, purposeOf(connection.id))
  return { ...config, ...(JSON.parse(secrets) as ConnectionConfig) }
}

/** Splits a configuration as the manifest's flags say: open fields as JSON, secret ones sealed to this connection. */
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

/** R05: the product's own store and keys are never a data source, whatever path leads to them. */
function refuseOwnFiles(connection: ConnectionRow, dataDir: string): void {
  const file = filePathOf(connection)
  if (file === null) return
  const identity = identityOf(file)
  const own = [storePath(dataDir), `${storePath(dataDir)}-wal`, keysPath(dataDir)]
  if (identity !== null && own.some((path) => identityOf(path) === identity)) {
    throw new AppError('forbidden', { detail: 'This file belongs to Parlance itself and cannot be a database to ask.' })
  }
}

/** The file that an embedded engine opens; null for a database behind an address. */
export function filePathOf(connection: Pick<ConnectionRow, 'kind' | 'config'>): string | null {
  const config = JSON.parse(connection.config) as ConnectionConfig
  const isFile = config['host'] === undefined && typeof config['database'] === 'string'
  return isFile ? resolve(String(config['database'])) : null
}

/** Device and inode: links and other spellings of a path are the same file. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`
}

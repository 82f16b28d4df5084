import { findManifest, placeOf } from '@parlance/drivers'
import type { ConnectionConfig } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { listIdentities, rememberIdentities } from './store.ts'

/** Recognizes the physical databases behind connections. */
export interface Identities {
  /**
   * Lists everything that identifies a connection's database: the connection itself, its target, and what the engine
   * reports. If the database cannot be reached now, only the first two.
   */
  of(connectionId: string): Promise<string[]>
  /** Does the same, but requires the engine's report. @throws AppError database_unreachable */
  complete(connectionId: string): Promise<void>
  /** Asks the engine again. */
  learn(connectionId: string): Promise<string[]>
}

type Settings = Pick<ConnectionRow, 'id' | 'kind' | 'config' | 'revision' | 'session_id'>

export function createIdentities(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  connections: Pick<ConnectionsService, 'identify'>,
): Identities {
  const asking = new Map<string, Promise<string[]>>()
  /** Connections that this process asked before, so that questions don't wait each time for an unreachable one. */
  const asked = new Set<string>()

  async function settingsOf(id: string): Promise<Settings | null> {
    const columns = ['id', 'kind', 'config', 'revision', 'session_id'] as const
    const row = await store.db.selectFrom('connections').select(columns).where('id', '=', id).executeTakeFirst()
    return row ?? null
  }

  async function ask(settings: Settings): Promise<string[]> {
    const identities = [...new Set([...ownIdentities(settings), ...(await connections.identify(settings.id))])]
    const { id: connectionId, revision } = settings
    await store.transaction(async (transaction) => {
      const isThere = await transaction.selectFrom('connections').select('id').where('id', '=', connectionId).execute()
      if (isThere.length > 0) await rememberIdentities(transaction, { connectionId, revision, identities })
    })
    return identities
  }

  async function askIfReachable(settings: Settings): Promise<string[]> {
    try {
      return await askOnce(settings)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, connection: settings.id }, 'could not identify a database')
      return ownIdentities(settings)
    }
  }

  function askOnce(settings: Settings): Promise<string[]> {
    const key = keyOf(settings)
    const running = asking.get(key) ?? ask(settings).finally(() => asking.delete(key))
    asking.set(key, running)
    asked.add(key)
    return running
  }

  return {
    of: async (connectionId) => {
      const settings = await settingsOf(connectionId)
      if (settings === null || settings.session_id !== null) return [identityOfConnection(connectionId)]
      const known = await listIdentities(store.db, connectionId, settings.revision)
      if (known.length > 0) return known
      const key = keyOf(settings)
      return asked.has(key) && !asking.has(key) ? ownIdentities(settings) : askIfReachable(settings)
    },
    complete: async (connectionId) => {
      const settings = await settingsOf(connectionId)
      if (settings === null || settings.session_id !== null) return
      const known = await listIdentities(store.db, connectionId, settings.revision)
      if (known.length === 0) await askOnce(settings)
    },
    learn: async (connectionId) => {
      const settings = await settingsOf(connectionId)
      return settings === null ? [identityOfConnection(connectionId)] : askIfReachable(settings)
    },
  }
}

function keyOf({ id, revision }: Settings): string {
  return `${id} ${revision}`
}

function ownIdentities({ id, kind, config }: Settings): string[] {
  const manifest = findManifest(kind)
  const place = manifest === null ? null : placeOf(manifest, JSON.parse(config) as ConnectionConfig)
  return [identityOfConnection(id), ...(place === null ? [] : [place])]
}

function identityOfConnection(id: string): string {
  return `connection:${id}`
}

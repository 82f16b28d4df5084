import { message } from '@parlance/contract'
import type { UpdateConfigurationRequest } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { AuditRecord, AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { removeConnection, requireManaged, updateConnection } from './change-connection.ts'
import type { Connector } from './connector.ts'
import { createConnection } from './create-connection.ts'
import type { NewConnection } from './create-connection.ts'
import { findConnection } from './store.ts'

export interface ConnectionChanges {
  /** @returns the id. Throws like `createConnection` */
  create(connection: NewConnection, also?: (transaction: Transaction<Database>) => Promise<void>): Promise<string>
  /** Changes a connection. One with a new target must be tested again. Throws like `updateConnection`. */
  update(principal: Principal, id: string, request: UpdateConfigurationRequest): Promise<void>
  /** Removes a connection and stops its queries in every process. @returns its name */
  remove(principal: Principal, id: string): Promise<string>
  /** @throws AppError connection_not_found, admin_only */
  requireManaged(principal: Principal, id: string): Promise<void>
}

export interface ConnectionChangesDependencies {
  connector: Connector
  license: LicenseService
  audit: AuditService
}

/** Changes connections, and notifies every process that has them open. */
export function createConnectionChanges(
  context: AppContext,
  { connector, license, audit }: ConnectionChangesDependencies,
): ConnectionChanges & { unsubscribe: () => void } {
  const { store } = context

  /** Notifies all processes over the bus, including this one, without waiting for them. */
  async function forget(id: string, event: 'changed' | 'removed'): Promise<void> {
    await connector.forget(id, event === 'removed' ? removed() : undefined)
    await store.bus.publish('invalidate', { connection_id: id, event })
  }
  const unsubscribe = store.bus.subscribe('invalidate', ({ connection_id: id, event }) => {
    if (typeof id === 'string') void connector.forget(id, event === 'removed' ? removed() : undefined)
  })
  const record = (
    action: 'connection.update' | 'connection.delete',
    { userId }: Principal,
    targetId: string,
    more: Pick<AuditRecord, 'targetName' | 'changes'>,
  ) => audit.record({ action, outcome: 'allowed', userId, targetKind: 'connection', targetId, ...more })

  return {
    create: (connection, also) => createConnection(context, license, connection, also),
    update: async (principal, id, request) => {
      const { isElsewhere, changes } = await updateConnection(context, principal, id, request)
      if (isElsewhere) await forget(id, 'changed')
      await record('connection.update', principal, id, { changes })
    },
    remove: async (principal, id) => {
      const name = await removeConnection(context, principal, id)
      await forget(id, 'removed')
      await connector.removeFolder(id)
      await record('connection.delete', principal, id, { targetName: name })
      return name
    },
    requireManaged: async (principal, id) => {
      requireManaged(principal, await findConnection(store.db, principal.userId, id))
    },
    unsubscribe,
  }
}

function removed(): AppError {
  return new AppError('connection_not_found', { detail: message('The connection was deleted in the meantime.') })
}

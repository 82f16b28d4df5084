import { message } from '@parlance/contract'
import type { AuditChange, UpdateConfigurationRequest } from '@parlance/contract'
import type { ConnectionConfig } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import { openConfig, sealConfig } from './connector.ts'
import { requireApplication, requireFreeName, untested } from './create-connection.ts'
import { resolveFiles } from './database-files.ts'
import { mayManage, mayUse, ownsIt } from './policy.ts'
import { activeIdOf } from './selection.ts'
import { recordedChanges } from './recorded-changes.ts'
import { changedSettings, checkSettings, secretFields } from './settings.ts'
import { findConnection } from './store.ts'
import type { ConnectionDetails } from './store.ts'

/**
 * Changes a connection. If a setting of the connection itself changes, the connection becomes untested and the catalog
 * of the old database is deleted.
 * @returns whether such a setting changed, and all changes for the audit log
 * @throws AppError connection_not_found, admin_only, conflict, bad_request, forbidden
 */
export async function updateConnection(
  context: AppContext,
  principal: Principal,
  id: string,
  request: UpdateConfigurationRequest,
): Promise<{ isElsewhere: boolean; changes: AuditChange[] }> {
  return context.store.transaction(async (transaction) => {
    const { connection } = requireManaged(principal, await findConnection(transaction, principal.userId, id))
    requireUnchanged(connection, request.expected_updated_at)
    const change = changeOf(context, principal, connection, request)
    const next = { ...connection, ...change }
    if (request.application_id !== undefined) await requireApplication(transaction, next.application_id)
    await requireFreeName(transaction, { ...next, ownerId: connection.owner_id })
    const isElsewhere = next.revision !== connection.revision
    if (isElsewhere) await transaction.deleteFrom('catalogues').where('connection_id', '=', id).execute()
    await transaction
      .updateTable('connections')
      .set({ ...change, updated_at: momentAfter(connection.updated_at, context.now()) })
      .where('id', '=', id)
      .execute()
    const opened = (row: ConnectionRow) => ({ row, config: openConfig(context, row) })
    return { isElsewhere, changes: recordedChanges(opened(connection), opened(next)) }
  })
}

/**
 * Removes a connection that the caller has not selected, with its selections, grants and catalog.
 * @returns its name
 * @throws AppError connection_not_found, admin_only, conflict
 */
export async function removeConnection({ store }: AppContext, principal: Principal, id: string): Promise<string> {
  return store.transaction(async (transaction) => {
    const { connection } = requireManaged(principal, await findConnection(transaction, principal.userId, id))
    if ((await activeIdOf(transaction, principal)) === id) {
      throw new AppError('conflict', {
        detail: message('You have selected this connection for queries. Select another one before you delete it.'),
      })
    }
    await transaction.deleteFrom('connections').where('id', '=', id).execute()
    return connection.name
  })
}

/** @throws AppError connection_not_found if the caller may not use it, admin_only */
export function requireManaged(principal: Principal, details: ConnectionDetails | null): ConnectionDetails {
  if (details === null || !mayUse(principal, details.connection, details.isGranted)) {
    throw new AppError('connection_not_found')
  }
  if (!mayManage(principal)) throw new AppError('admin_only')
  return details
}

function requireUnchanged(connection: ConnectionRow, expected: string | undefined): void {
  if (expected !== undefined && expected !== connection.updated_at) throw new AppError('conflict')
}

/** Gives two changes in the same millisecond different times. */
function momentAfter(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}

function changeOf(
  context: AppContext,
  principal: Principal,
  connection: ConnectionRow,
  request: UpdateConfigurationRequest,
): Partial<ConnectionRow> {
  const described = {
    name: request.name ?? connection.name,
    description: request.description === undefined ? connection.description : request.description,
    application_id: request.application_id === undefined ? connection.application_id : request.application_id || null,
    visibility: request.visibility ?? connection.visibility,
    is_checked: (request.is_checked ?? connection.is_checked === 1) ? 1 : 0,
  } as const
  const kind = request.db_type ?? connection.kind
  const before = openConfig(context, connection)
  const after = checkSettings(kind, changedSettings(before, request, { before: connection.kind, after: kind }))
  if (kind === connection.kind && isSame(before, after)) return described
  if (connection.uploaded_files !== null) {
    throw new AppError('bad_request', {
      detail: message('The files of this database were uploaded. To change them, replace them with other files.'),
    })
  }
  resolveFiles(after, kind, context.config)
  if (!ownsIt(principal, connection)) requireOwnSecrets(before, after, kind, request)
  return {
    ...described,
    ...untested,
    kind,
    ...sealConfig(context, connection.id, after, secretFields(kind)),
    revision: connection.revision + 1,
  }
}

/** Empty, null and absent are equal, and the order of the keys doesn't matter. */
function isSame(left: ConnectionConfig, right: ConnectionConfig): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => (left[name] || null) === (right[name] || null))
}

/**
 * Only the owner may change where a stored password is sent. Another administrator must enter the password again.
 * @throws AppError bad_request
 */
function requireOwnSecrets(
  before: ConnectionConfig,
  after: ConnectionConfig,
  kind: string,
  request: UpdateConfigurationRequest,
): void {
  const secrets = secretFields(kind)
  const given: Record<string, unknown> = { ...request, ...request.extra_params }
  const keepsOne = secrets.some((name) => before[name] && !given[name])
  const harmless = ['database', 'schema_name', ...secrets]
  const places = Object.keys({ ...before, ...after }).filter((name) => !harmless.includes(name))
  if (!keepsOne || places.every((name) => (before[name] || null) === (after[name] || null))) return
  throw new AppError('bad_request', {
    detail: message('Enter the password again. Only the owner can use the stored password with different settings.'),
  })
}

import { message } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { CreateConfigurationRequest, DatabaseKind, UploadFile, Visibility } from '@parlance/contract'
import type { ConnectionConfig } from '@parlance/drivers'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { LicenseService } from '../license/service.ts'
import type { Database } from '../../store/schema.ts'
import { sealConfig } from './connector.ts'
import { resolveFiles } from './database-files.ts'
import { createOwnApplication } from './own-application.ts'
import { checkSettings, secretFields, settingsOf, withoutEmpty } from './settings.ts'
import type { Handle } from './store.ts'

export interface NewConnection {
  name: string
  description: string | null
  kind: DatabaseKind
  config: ConnectionConfig
  /** Null for its own application. */
  applicationId: string | null
  visibility: Visibility
  /** Null for the installation itself. */
  ownerId: string | null
  origin?: string
  /** The files that became its database, which is already in the folder of this id. */
  uploaded?: { id: string; files: UploadFile[] }
}

/** Converts the documents' form to the names of the driver's manifest. */
export function toNewConnection(request: CreateConfigurationRequest, ownerId: string): NewConnection {
  return {
    name: request.name,
    description: request.description ?? null,
    kind: request.db_type,
    config: withoutEmpty(settingsOf(request)),
    applicationId: request.application_id || null,
    visibility: request.visibility,
    ownerId,
  }
}

/**
 * Stores an untested connection with sealed secrets. Without an application, it gets one of its own.
 * @param also stores related data in the same transaction, so that both exist or neither does
 * @returns its id
 * @throws AppError bad_request if the kind's manifest refuses the configuration, forbidden for a file elsewhere,
 *   conflict if the name is taken, license_limit
 */
export async function createConnection(
  context: AppContext,
  license: LicenseService,
  connection: NewConnection,
  also?: (transaction: Transaction<Database>) => Promise<void>,
): Promise<string> {
  const config = checkSettings(connection.kind, connection.config)
  if (connection.uploaded === undefined) resolveFiles(config, connection.kind, context.config)
  const id = connection.uploaded?.id ?? randomUUID()
  const moment = context.now().toISOString()
  const sealed = sealConfig(context, id, config, secretFields(connection.kind))
  await context.store.transaction(async (transaction) => {
    await also?.(transaction)
    await requireApplication(transaction, connection.applicationId)
    if (connection.origin === undefined) await requireFreeName(transaction, connection)
    await license.assertCanAdd(transaction, 'databases')
    const applicant = { name: connection.name, ownerId: connection.ownerId, at: moment }
    const applicationId = connection.applicationId ?? (await createOwnApplication(transaction, applicant))
    await transaction
      .insertInto('connections')
      .values({
        id,
        application_id: applicationId,
        name: connection.name,
        description: connection.description,
        kind: connection.kind,
        ...sealed,
        visibility: connection.visibility,
        owner_id: connection.ownerId,
        ...untested,
        origin: connection.origin ?? null,
        last_synced: null,
        sync_status: null,
        uploaded_files: connection.uploaded === undefined ? null : JSON.stringify(connection.uploaded.files),
        created_at: moment,
        updated_at: moment,
      })
      .execute()
  })
  return id
}

/** The columns of a connection whose current settings were never tested. */
export const untested = {
  is_valid: 0,
  last_tested: null,
  test_error: null,
  test_message: null,
  test_stage: null,
  test_failure: null,
  driver_info: null,
  warnings: '[]',
  table_count: null,
} as const

export async function requireApplication(db: Handle, id: string | null): Promise<void> {
  if (id === null) return
  const found = await db.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined)
    throw new AppError('not_found', {
      detail: message('This application does not exist. Reload the list of applications.'),
    })
}

/**
 * Two connections in one list must not have the same name. Other users' private connections are ignored, because their
 * names are private.
 * @throws AppError conflict
 */
export async function requireFreeName(
  transaction: Transaction<Database>,
  connection: { id?: string; name: string; visibility: Visibility; ownerId: string | null },
): Promise<void> {
  const key = connection.name.trim().toLowerCase()
  const rows = await transaction
    .selectFrom('connections')
    .select(['id', 'name', 'visibility', 'owner_id'])
    .where('session_id', 'is', null)
    .execute()
  const isTaken = rows.some(
    (row) =>
      row.id !== connection.id &&
      row.name.trim().toLowerCase() === key &&
      (row.owner_id === connection.ownerId || (row.visibility !== 'private' && connection.visibility !== 'private')),
  )
  if (!isTaken) return
  throw new AppError('conflict', {
    detail: message('A connection named {name} already exists. Choose another name.', { name: connection.name }),
  })
}

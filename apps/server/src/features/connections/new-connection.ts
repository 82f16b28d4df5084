import { randomUUID } from 'node:crypto'
import type { CreateConfigurationRequest, DatabaseKind, Visibility } from '@parlance/contract'
import { manifests } from '@parlance/drivers'
import type { ConnectionConfig, DriverManifest } from '@parlance/drivers'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LicenseService } from '../license/service.ts'
import type { Database } from '../../store/schema.ts'
import { sealConfig } from './connector.ts'

export interface NewConnection {
  name: string
  description: string | null
  kind: DatabaseKind
  config: ConnectionConfig
  applicationId: string | null
  visibility: Visibility
  /** Null: the installation itself. */
  ownerId: string | null
  origin?: string
}

/** The documents' form as the driver's manifest names things; what was left empty counts as absent. */
export function toNewConnection(request: CreateConfigurationRequest, ownerId: string): NewConnection {
  const { host, port, database, schema_name, username, password, extra_params } = request
  const fields = { host, port, database, schema_name, username, password, ...extra_params }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return {
    name: request.name,
    description: request.description ?? null,
    kind: request.db_type,
    config: Object.fromEntries(given) as ConnectionConfig,
    applicationId: request.application_id ?? null,
    visibility: request.visibility,
    ownerId,
  }
}

/**
 * Stores a connection, its secrets sealed; it is untested.
 * @returns its id
 * @throws AppError bad_request when the kind's manifest refuses the configuration, license_limit
 */
export async function createConnection(
  context: AppContext,
  license: LicenseService,
  connection: NewConnection,
): Promise<string> {
  const manifest = manifests.find(({ kind }) => kind === connection.kind)
  if (manifest === undefined)
    throw new AppError('bad_request', { detail: `There is no driver for ${connection.kind} yet.` })
  const config = checkConfig(manifest, connection.config)
  const id = randomUUID()
  const moment = context.now().toISOString()
  const secretFields = manifest.fields.filter((field) => field.secret).map((field) => field.name)
  await context.store.transaction(async (transaction) => {
    await requireApplication(transaction, connection.applicationId)
    await license.assertCanAdd(transaction, 'databases')
    await transaction
      .insertInto('connections')
      .values({
        id,
        application_id: connection.applicationId,
        name: connection.name,
        description: connection.description,
        kind: connection.kind,
        ...sealConfig(context, id, config, secretFields),
        visibility: connection.visibility,
        owner_id: connection.ownerId,
        is_valid: 0,
        last_tested: null,
        test_error: null,
        driver_info: null,
        warnings: '[]',
        table_count: null,
        origin: connection.origin ?? null,
        created_at: moment,
        updated_at: moment,
      })
      .execute()
  })
  return id
}

/** R14: strict, so that no option slips through that the manifest does not name. */
function checkConfig(manifest: DriverManifest, config: ConnectionConfig): ConnectionConfig {
  const isIncomplete = manifest.fields.some(({ name, required }) => required && config[name] === undefined)
  if (isIncomplete) throw new AppError('bad_request', { detail: 'Please fill in all connection details' })
  const parsed = manifest.configSchema.safeParse(config)
  if (!parsed.success) throw new AppError('bad_request', { detail: parsed.error.issues[0]?.message })
  return parsed.data
}

async function requireApplication(transaction: Transaction<Database>, id: string | null): Promise<void> {
  if (id === null) return
  const found = await transaction.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found', { detail: 'This application does not exist.' })
}

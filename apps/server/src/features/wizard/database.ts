import { message } from '@parlance/contract'
import { basename } from 'node:path'
import type { ConnectionTestResult, WizardDatabase } from '@parlance/contract'
import { manifestOf } from '@parlance/drivers'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { ApplicationsService } from '../connections/service.ts'
import type { NewConnection } from '../connections/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { wizardSettings, withoutEmpty } from '../connections/service.ts'

interface WizardDatabaseDependencies {
  connections: ConnectionsService
  applications: ApplicationsService
}

/** @throws AppError not_found for an unknown application, bad_request */
export async function testWizardDatabase(
  { connections, applications }: WizardDatabaseDependencies,
  form: WizardDatabase,
): Promise<ConnectionTestResult> {
  await requireApplication(applications, form.application_id)
  return connections.testSettings(form.type, wizardSettings(form))
}

/**
 * Saves a database. A test isn't required, so an unusable one is stored untested and can be corrected.
 * @param also runs in the same transaction
 */
export async function addWizardDatabase(
  { connections, applications }: WizardDatabaseDependencies,
  principal: Principal,
  form: WizardDatabase,
  also?: (transaction: Transaction<Database>) => Promise<void>,
): Promise<void> {
  await requireApplication(applications, form.application_id)
  const config = withoutEmpty(wizardSettings(form))
  const connection: NewConnection = {
    name: freeName(nameOf(form.type, config), await connections.list(principal)),
    description: null,
    kind: form.type,
    config,
    applicationId: form.application_id,
    visibility: 'private',
    ownerId: principal.userId,
  }
  const id = await connections.create(connection, also)
  const { success } = await connections.test(id)
  if (success) await connections.setActive(principal, id)
}

async function requireApplication(applications: ApplicationsService, id: string): Promise<void> {
  const all = await applications.list()
  if (all.some((application) => application.id === id)) return
  throw new AppError('not_found', {
    detail: message('This application does not exist. Reload the list of applications.'),
  })
}

/** The form has no name, so use the database's own name, or else its kind. */
function nameOf(kind: WizardDatabase['type'], config: ReturnType<typeof withoutEmpty>): string {
  const given = config['database'] ?? config['dataset'] ?? config['service_name'] ?? config['sid']
  const name = typeof given === 'string' ? basename(given).slice(0, 180) : ''
  return name || manifestOf(kind).name
}

function freeName(name: string, existing: { name: string }[]): string {
  const taken = new Set(existing.map((each) => each.name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

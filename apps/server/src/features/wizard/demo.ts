import { AppError, StartError } from '../../lib/errors.ts'
import type { ModelService } from '../../models/service.ts'
import type { AuthService } from '../auth/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { UsersService } from '../users/service.ts'
import { sampleOrigin } from './provision.ts'

/** Public to every reader, so an installation with other accounts never gets it. */
export const demoAccount = { email: 'demo@example.com', password: 'parlance-demo' }

export interface DemoDependencies {
  auth: AuthService
  users: UsersService
  connections: ConnectionsService
  settings: SettingsService
  models: ModelService
}

/**
 * Creates an administrator with a printed password, the built-in engine and the sample database, ready for questions.
 * @throws StartError on an installation that has its own accounts
 */
export async function ensureDemo({ auth, users, connections, settings, models }: DemoDependencies): Promise<void> {
  const isNew = (await users.findByEmail(demoAccount.email)) === null
  if (isNew) {
    if ((await users.count()) > 0) {
      throw new StartError(
        'PARLANCE_DEMO=1 needs its own data folder, but this one already has accounts. Set PARLANCE_DATA_DIR to a new folder.',
      )
    }
    await auth.register({ ...demoAccount, username: 'Demo', organization: 'Demo' }).catch(unlessAnotherProcessDid)
  }
  const principal = await users.principalByEmail(demoAccount.email)
  if (principal === null) return
  if ((await settings.orchestration()) === null) {
    const { builtin } = models.list()
    const model = builtin.models[0]?.id ?? builtin.id
    await settings.chooseOrchestration({ provider: 'builtin', model }, builtin, principal.userId)
  }
  const sample = await connections.findByOrigin(sampleOrigin)
  if (isNew && sample?.isTested === true) await connections.setActive(principal, sample.id)
}

function unlessAnotherProcessDid(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'email_taken')) throw error
}

import { emailTexts } from '@parlance/contract'
import type {
  EmailConfigurationAnswer,
  EmailSettings,
  EmailTestResponse,
  RegistrationSettings,
  SaveEmailRequest,
  TestEmailRequest,
} from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import { Secret } from '../../secrets/secret.ts'
import { changesBetween, hiddenChange, type AuditService } from '../audit/service.ts'
import type { EmailService } from './service.ts'
import type { PassedTests, SettingsService } from '../settings/service.ts'

/** Manages outbound email and how new accounts are admitted, for administrators. */
export interface EmailAdministration {
  get(): Promise<EmailConfigurationAnswer>
  /** @throws AppError bad_request if exactly these SMTP settings did not pass the caller's last test */
  save(admin: Principal, request: SaveEmailRequest): Promise<EmailConfigurationAnswer>
  /** Sends a real email. @throws AppError bad_request, email_failed */
  test(admin: Principal, request: TestEmailRequest): Promise<EmailTestResponse>
  registration(): Promise<RegistrationSettings>
  changeRegistration(admin: Principal, change: RegistrationSettings): Promise<RegistrationSettings>
}

export interface EmailAdministrationDependencies {
  settings: SettingsService
  email: Pick<EmailService, 'test'>
  tests: PassedTests
  audit: AuditService
}

export function createEmailAdministration(
  { store }: AppContext,
  { settings, email, tests, audit }: EmailAdministrationDependencies,
): EmailAdministration {
  async function get(): Promise<EmailConfigurationAnswer> {
    const [stored, password] = [await settings.get('email'), await settings.get('email_password')]
    return { ...stored, has_smtp_password: password !== null }
  }

  async function registration(db?: Transaction<Database>): Promise<RegistrationSettings> {
    return {
      email_activation: await settings.get('email_activation', db),
      auto_approval: await settings.get('auto_approval', db),
    }
  }

  /** Uses a stored password only for its own account and server. */
  async function complete(request: SaveEmailRequest): Promise<{ wanted: EmailSettings; password: string | null }> {
    const { smtp_password: given, ...wanted } = request
    if (given) return { wanted, password: given }
    const stored = await settings.get('email')
    const isSamePlace = (['smtp_host', 'smtp_port', 'smtp_username'] as const).every(
      (field) => stored[field] === wanted[field],
    )
    return { wanted, password: isSamePlace ? await settings.get('email_password') : null }
  }

  return {
    get,
    save: async (admin, request) => {
      const { wanted, password } = await complete(request)
      if (wanted.backend === 'smtp' && !(await tests.hasPassed('email', admin.userId, { ...wanted, password }))) {
        throw new AppError('bad_request', { detail: { text: emailTexts.testFirst } })
      }
      const changes = await store.transaction(async (transaction) => {
        const before = await settings.get('email', transaction)
        const oldPassword = await settings.get('email_password', transaction)
        await settings.set('email', wanted, admin.userId, transaction)
        await settings.set('email_password', password, admin.userId, transaction)
        const changed = changesBetween(before, wanted)
        return oldPassword === password ? changed : [...changed, hiddenChange('password')]
      })
      await audit.record({
        action: 'settings.update-email',
        outcome: 'allowed',
        userId: admin.userId,
        detail: { backend: wanted.backend },
        changes,
      })
      return get()
    },
    test: async (admin, { to, ...request }) => {
      const { wanted, password } = await complete(request)
      const smtp_password = password === null ? null : new Secret(password)
      const answer = await email.test({ ...wanted, smtp_password }, to ?? admin.email)
      await tests.remember('email', admin.userId, { ...wanted, password })
      return answer
    },
    registration: () => registration(),
    changeRegistration: async (admin, change) => {
      const changes = await store.transaction(async (transaction) => {
        const before = await registration(transaction)
        await settings.set('email_activation', change.email_activation, admin.userId, transaction)
        await settings.set('auto_approval', change.auto_approval, admin.userId, transaction)
        return changesBetween(before, change)
      })
      const record = { action: 'settings.update-registration', outcome: 'allowed', userId: admin.userId } as const
      await audit.record({ ...record, detail: change, changes })
      return change
    },
  }
}

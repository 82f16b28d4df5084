import { message } from '@parlance/contract'
import type { ActivateRequest, ActivateResponse, RegisterRequest, RegisterResponse } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { Background } from '../../lib/background.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { UsersService } from '../users/service.ts'
import { activationHours, expectCode, mayResend, newActivationCode, tryCode } from './activation-codes.ts'
import { requirePasswords } from './password-policy.ts'
import { hashPassword } from './password.ts'

export interface Registration {
  register(request: RegisterRequest): Promise<RegisterResponse>
  activate(request: ActivateRequest): Promise<ActivateResponse>
  /** Emails a new code after the answer, which is the same for every email address. */
  resend(email: string): string
}

export interface RegistrationDependencies {
  users: UsersService
  audit: AuditService
  license: LicenseService
  settings: Pick<SettingsService, 'get'>
  email: EmailService
  background: Background
}

const messages = {
  administrator: message('Your account is ready. You are the administrator of this installation.').text,
  activated: message('Your account is ready. You can sign in now.').text,
  pending: message('Registration received. An administrator must approve your account before you can sign in.').text,
  codeMailed: message('Registration received. Enter the activation code that was sent to your email.').text,
  codeShown: message('Registration received. Enter the activation code.').text,
  confirmed: message('Account activated successfully!').text,
  confirmedPending: message(
    'Your email is confirmed. An administrator must approve your account before you can sign in.',
  ).text,
  resent: message('If this account is waiting for activation, a new code has been sent.').text,
}

export function createRegistration(context: AppContext, dependencies: RegistrationDependencies): Registration {
  const { store, keys, now } = context
  const { users, audit, email, background } = dependencies

  async function register({ password, ...account }: RegisterRequest): Promise<RegisterResponse> {
    await requirePasswords(store.db, null)
    const passwordHash = await hashPassword(password)
    const code = newActivationCode()
    const outcome: { status: RegisterResponse['status'] } = { status: 'activated' }
    const { id, isFirst } = await users.add({ ...account, passwordHash }, async (transaction, added) => {
      outcome.status = added.isFirst ? 'activated' : await admit(transaction, dependencies, added.id)
      if (outcome.status !== 'activation_required') return
      await expectCode(transaction, { userId: added.id, code, keys, now: now() })
      await queueCode(transaction, { ...account, userId: added.id }, code)
    })
    const { status } = outcome
    await audit.record({ action: 'user.register', outcome: 'allowed', userId: id, detail: { status } })
    if (status === 'activation_required') return askForCode(code)
    if (status === 'pending_approval') return { status, message: messages.pending }
    return { status, message: isFirst ? messages.administrator : messages.activated }
  }

  /** Runs in the same transaction as the code, so that neither exists without the other. */
  function queueCode(
    transaction: Transaction<Database>,
    { email: to, username, userId }: { email: string; username: string; userId: string },
    code: string,
  ): Promise<void> {
    const data = { username, code, hours: activationHours }
    return email.queue(transaction, { template: 'activation_code', to, data, userId })
  }

  async function askForCode(code: string): Promise<RegisterResponse> {
    email.deliver()
    const isMailed = (await email.backend()) === 'smtp'
    return {
      status: 'activation_required',
      message: isMailed ? messages.codeMailed : messages.codeShown,
      ...(!isMailed && { activation_code: code }),
    }
  }

  async function activate(request: ActivateRequest): Promise<ActivateResponse> {
    const user = await users.findByEmail(request.email)
    const { outcome, isIn } = await store.transaction((transaction) =>
      enterCode(transaction, { user, code: request.code }),
    )
    await audit.record({
      action: 'user.confirm-email',
      outcome: outcome === 'activated' ? 'allowed' : 'denied',
      userId: user?.id ?? null,
    })
    if (outcome === 'already-activated') {
      throw new AppError('activation_invalid', { detail: message('This account is already active. You can sign in.') })
    }
    if (outcome === 'invalid') throw new AppError('activation_invalid')
    return isIn
      ? { status: 'activated', message: messages.confirmed }
      : { status: 'pending_approval', message: messages.confirmedPending }
  }

  async function enterCode(transaction: Transaction<Database>, { user, code }: { user: UserRow | null; code: string }) {
    // An unknown email address takes the same path as one that expects no code.
    const userId = user?.id ?? ''
    const outcome = await tryCode(transaction, { userId, code, keys, now: now() })
    if (outcome !== 'activated' || user === null) return { outcome, isIn: false }
    if (user.status === 'A') return { outcome, isIn: true }
    const isIn = (await dependencies.settings.get('auto_approval', transaction))
      ? await letIn(transaction, dependencies, userId)
      : false
    return { outcome, isIn }
  }

  async function mailNewCode(address: string): Promise<void> {
    const user = await users.findByEmail(address)
    if (user === null) return
    const code = newActivationCode()
    const isMade = await store.transaction(async (transaction) => {
      if (!(await mayResend(transaction, user.id, now()))) return false
      await expectCode(transaction, { userId: user.id, code, keys, now: now() })
      await queueCode(transaction, { email: user.email, username: user.username, userId: user.id }, code)
      return true
    })
    if (isMade) email.deliver()
  }

  return {
    register,
    activate,
    resend: (address) => {
      background.run(() => mailNewCode(address))
      return messages.resent
    },
  }
}

/** Decides what a later account waits for, from the installation's settings. */
async function admit(
  transaction: Transaction<Database>,
  dependencies: RegistrationDependencies,
  userId: string,
): Promise<RegisterResponse['status']> {
  const { settings } = dependencies
  if (await settings.get('email_activation', transaction)) return 'activation_required'
  if (!(await settings.get('auto_approval', transaction))) return 'pending_approval'
  return (await letIn(transaction, dependencies, userId)) ? 'activated' : 'pending_approval'
}

/** Approves an account automatically. If the edition's limit is reached, it keeps waiting for an administrator. */
async function letIn(
  transaction: Transaction<Database>,
  { users, license }: RegistrationDependencies,
  userId: string,
): Promise<boolean> {
  try {
    await license.assertCanAdd(transaction, 'users')
  } catch (error) {
    if (error instanceof AppError && error.code === 'license_limit') return false
    throw error
  }
  await users.update(userId, { status: 'A', is_active: 1 }, transaction)
  return true
}

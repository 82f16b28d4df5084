import { message } from '@parlance/contract'
import type { LinkResponse, ResetPasswordRequest } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { Background } from '../../lib/background.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import { isInvited, isServiceAccount, requireAdminNow } from '../users/service.ts'
import type { UsersService } from '../users/service.ts'
import { mayUsePassword, requirePasswords } from './password-policy.ts'
import { hashPassword } from './password.ts'
import { beginReset, endResets, findReset, resetMinutes } from './reset-tokens.ts'
import type { ResetLink } from './reset-tokens.ts'
import type { SignInWatch } from './sign-in-watch.ts'
import { revokeAllSignIns } from './sign-ins.ts'

export interface Recovery {
  /**
   * Emails a link after the answer, which is the same and equally fast for every email address.
   * @param address the server's own URL, which the link uses
   */
  forgotPassword(email: string, address: string): string
  /** Sets a new password and ends every sign-in. @throws AppError reset_invalid, password_closed */
  resetPassword(request: ResetPasswordRequest): Promise<string>
  /**
   * Makes a link for a user, as an administrator. Without a mail server, and if the administrator asks for it, the link
   * is returned once; otherwise it is emailed.
   * @throws AppError admin_only, not_found, password_closed, conflict for an account that can't sign in or has too many
   *   links
   */
  createLink(admin: Principal, request: ResetLinkRequest): Promise<LinkResponse>
}

export interface ResetLinkRequest {
  userId: string
  delivery: 'email' | 'copy'
  /** The server's own URL, which the link uses. */
  address: string
}

export interface RecoveryDependencies {
  users: UsersService
  audit: AuditService
  email: EmailService
  background: Background
  signInWatch: Pick<SignInWatch, 'announce' | 'announceUsers'>
}

export function createRecovery({ store, now }: AppContext, dependencies: RecoveryDependencies): Recovery {
  const { users, audit, email, background, signInWatch } = dependencies

  async function mailLink(given: string, address: string): Promise<void> {
    const user = await users.findByEmail(given)
    if (user === null) return
    const mayReset = !isDeactivated(user) && (await mayUsePassword(store.db, user))
    const isQueued = mayReset && (await store.transaction((transaction) => queueLink(transaction, user, address)))
    await audit.record({
      action: 'user.mail-reset-link',
      outcome: isQueued ? 'allowed' : 'denied',
      userId: user.id,
    })
    if (isQueued) email.deliver()
  }

  /** @returns null if the account has too many unused links */
  async function makeLink(transaction: Transaction<Database>, user: UserRow, address: string): Promise<string | null> {
    const token = await beginReset(transaction, user.id, now())
    if (token === null) return null
    const query = new URLSearchParams({ token, email: user.email })
    return `${address}/reset-password?${query.toString()}`
  }

  function queueMail(transaction: Transaction<Database>, user: UserRow, link: string): Promise<void> {
    const data = { username: user.username, link, minutes: resetMinutes }
    return email.queue(transaction, { template: 'password_reset', to: user.email, data, userId: user.id })
  }

  /** @returns false if the account has too many unused links */
  async function queueLink(transaction: Transaction<Database>, user: UserRow, address: string): Promise<boolean> {
    const link = await makeLink(transaction, user, address)
    if (link !== null) await queueMail(transaction, user, link)
    return link !== null
  }

  async function createLink(admin: Principal, { userId, delivery, address }: ResetLinkRequest): Promise<LinkResponse> {
    const isMailed = delivery === 'email' && (await email.backend()) === 'smtp'
    const link = await store.transaction(async (transaction) => {
      await requireAdminNow(transaction, admin)
      const user = await users.findIn(transaction, userId)
      if (user === null) throw new AppError('not_found', { detail: unknownUser })
      await requireResettable(transaction, user)
      const made = await makeLink(transaction, user, address)
      if (made === null) throw new AppError('conflict', { detail: tooManyLinks })
      if (isMailed) await queueMail(transaction, user, made)
      return made
    })
    if (isMailed) email.deliver()
    await audit.record({
      action: 'user.create-reset-link',
      outcome: 'allowed',
      userId: admin.userId,
      targetKind: 'user',
      targetId: userId,
      detail: { delivery: isMailed ? 'email' : 'copy' },
    })
    const expires = new Date(now().getTime() + resetMinutes * 60_000)
    return { link: isMailed ? null : link, expires_at: expires.toISOString() }
  }

  async function resetPassword(request: ResetPasswordRequest): Promise<string> {
    // Check before the costly hash and again in the transaction, so that one of two concurrent uses succeeds.
    const before = await findReset(store.db, { ...request, now: now() })
    const link = 'problem' in before ? before : await useLink(request)
    const isUsed = !('problem' in link)
    if (isUsed) await signInWatch.announceUsers([link.userId])
    await audit.record({
      action: 'user.reset-password',
      outcome: isUsed ? 'allowed' : 'denied',
      userId: isUsed ? link.userId : null,
    })
    if (isUsed) return message('Password reset successfully. You can now log in.').text
    if (link.problem === 'invalid') throw new AppError('reset_invalid')
    throw new AppError('reset_invalid', {
      detail: message('This reset link was already used. Request a new one if you need it.'),
    })
  }

  async function useLink(request: ResetPasswordRequest): Promise<ResetLink> {
    const passwordHash = await hashPassword(request.new_password)
    return store.transaction(async (transaction) => {
      const link = await findReset(transaction, { ...request, now: now() })
      if ('problem' in link) return link
      await requirePasswords(transaction, await users.findIn(transaction, link.userId))
      await users.update(link.userId, { password_hash: passwordHash }, transaction)
      await endResets(transaction, link.userId, { token: request.token, now: now() })
      await revokeAllSignIns(transaction, [link.userId], now())
      return link
    })
  }

  return {
    forgotPassword: (given, address) => {
      background.run(() => mailLink(given, address))
      return message('If the email exists, a reset link has been sent.').text
    },
    resetPassword,
    createLink,
  }
}

const unknownUser = message('This user does not exist. Reload the list of users.')
const tooManyLinks = message(
  'This user already has three reset links that were not used. Wait until one of them expires, within an hour.',
)

/** @throws AppError conflict or password_closed for an account that can't sign in with a new password */
async function requireResettable(transaction: Transaction<Database>, user: UserRow): Promise<void> {
  if (await isInvited(transaction, user.id)) {
    throw new AppError('conflict', {
      detail: message('This person has not accepted the invitation yet. Send the invitation again instead.'),
    })
  }
  if (await isServiceAccount(transaction, user.id)) {
    throw new AppError('conflict', {
      detail: message('A service account has no password. Create an API token for it instead.'),
    })
  }
  await requirePasswords(transaction, user)
  if (!isDeactivated(user)) return
  throw new AppError('conflict', { detail: message('This account is not active. Activate it first.') })
}

/** A user who waits for approval may set a password. A deactivated one may not get back in this way. */
function isDeactivated(user: UserRow): boolean {
  return user.status === 'A' && user.is_active === 0
}

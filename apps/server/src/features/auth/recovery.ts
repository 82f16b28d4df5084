import { message } from '@parlance/contract'
import type { ResetPasswordRequest } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { Background } from '../../lib/background.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { UsersService } from '../users/service.ts'
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
  /** Sets a new password and ends every sign-in. @throws AppError reset_invalid */
  resetPassword(request: ResetPasswordRequest): Promise<string>
}

export interface RecoveryDependencies {
  users: UsersService
  audit: AuditService
  email: EmailService
  background: Background
  signInWatch: Pick<SignInWatch, 'announce'>
}

export function createRecovery({ store, now }: AppContext, dependencies: RecoveryDependencies): Recovery {
  const { users, audit, email, background, signInWatch } = dependencies

  async function mailLink(given: string, address: string): Promise<void> {
    const user = await users.findByEmail(given)
    if (user === null) return
    const isQueued =
      !isDeactivated(user) && (await store.transaction((transaction) => queueLink(transaction, user, address)))
    await audit.record({
      action: 'user.mail-reset-link',
      outcome: isQueued ? 'allowed' : 'denied',
      userId: user.id,
    })
    if (isQueued) email.deliver()
  }

  /** @returns false if the account has too many unused links */
  async function queueLink(transaction: Transaction<Database>, user: UserRow, address: string): Promise<boolean> {
    const token = await beginReset(transaction, user.id, now())
    if (token === null) return false
    const query = new URLSearchParams({ token, email: user.email })
    const link = `${address}/reset-password?${query.toString()}`
    const data = { username: user.username, link, minutes: resetMinutes }
    await email.queue(transaction, { template: 'password_reset', to: user.email, data, userId: user.id })
    return true
  }

  async function resetPassword(request: ResetPasswordRequest): Promise<string> {
    // Check before the costly hash and again in the transaction, so that one of two concurrent uses succeeds.
    const before = await findReset(store.db, { ...request, now: now() })
    const link = 'problem' in before ? before : await useLink(request)
    const isUsed = !('problem' in link)
    if (isUsed) await signInWatch.announce(link.userId, null)
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
      await users.update(link.userId, { password_hash: passwordHash }, transaction)
      await endResets(transaction, link.userId, { token: request.token, now: now() })
      await revokeAllSignIns(transaction, link.userId, now())
      return link
    })
  }

  return {
    forgotPassword: (given, address) => {
      background.run(() => mailLink(given, address))
      return message('If the email exists, a reset link has been sent.').text
    },
    resetPassword,
  }
}

/** A user who waits for approval may set a password. A deactivated one may not get back in this way. */
function isDeactivated(user: UserRow): boolean {
  return user.status === 'A' && user.is_active === 0
}

import { message } from '@parlance/contract'
import type { AcceptInvitationRequest, Invitation } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { endInvitation, findInvitation } from '../users/service.ts'
import type { InvitationLink, UsersService } from '../users/service.ts'
import { requirePasswords } from './password-policy.ts'
import { hashPassword } from './password.ts'
import { beginSignIn } from './sign-ins.ts'
import type { SignIn } from './sign-ins.ts'

/** Lets invited people set their name and password. */
export interface Invitees {
  /** Finds whom a link is for. @throws AppError invitation_invalid, password_closed */
  read(token: string): Promise<Invitation>
  /**
   * Activates the account of a link and signs the person in. Of two concurrent uses, one succeeds.
   * @throws AppError invitation_invalid, license_limit, password_closed
   */
  accept(request: AcceptInvitationRequest): Promise<SignIn>
}

export interface InviteesDependencies {
  users: UsersService
  audit: AuditService
  license: LicenseService
}

export function createInvitees({ store, now }: AppContext, { users, audit, license }: InviteesDependencies): Invitees {
  async function activate(request: AcceptInvitationRequest, passwordHash: string): Promise<SignIn | InvitationLink> {
    return store.transaction(async (transaction) => {
      const link = await findInvitation(transaction, request.token, now())
      if ('problem' in link) return link
      await requirePasswords(transaction, null)
      await license.assertCanAdd(transaction, 'users').catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'license_limit' ? noRoom(error) : error
      })
      const moment = now().toISOString()
      const change = {
        username: request.username,
        password_hash: passwordHash,
        is_active: 1,
        last_login_at: moment,
      } as const
      await users.update(link.userId, change, transaction)
      await endInvitation(transaction, link.userId, now())
      return beginSignIn(transaction, link.userId, now())
    })
  }

  return {
    read: async (token) => {
      const link = await findInvitation(store.db, token, now())
      if ('problem' in link) throw invalid(link)
      await requirePasswords(store.db, null)
      return { email: link.email, expires_at: link.expiresAt }
    },
    accept: async (request) => {
      // Check before the costly hash and again in the transaction.
      const before = await findInvitation(store.db, request.token, now())
      const accepted = 'problem' in before ? before : await activate(request, await hashPassword(request.password))
      if (!('signInId' in accepted)) {
        await audit.record({ action: 'user.accept-invitation', outcome: 'denied', userId: null })
        throw invalid(accepted)
      }
      await audit.record({
        action: 'user.accept-invitation',
        outcome: 'allowed',
        userId: accepted.userId,
        targetKind: 'user',
        targetId: accepted.userId,
      })
      return accepted
    },
  }
}

function invalid(link: InvitationLink): AppError {
  if (!('problem' in link) || link.problem === 'invalid') return new AppError('invitation_invalid')
  return new AppError('invitation_invalid', {
    detail: message('This invitation was already accepted. Sign in with your email address and password.'),
  })
}

/** The person can't deactivate other users, so the usual text would not help. */
function noRoom(cause: AppError): AppError {
  return new AppError('license_limit', {
    detail: message(
      'This installation has no room for another user now. Ask your administrator, and open the link again later.',
    ),
    cause,
  })
}

import type { SignOnProblem } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { AuditService } from '../audit/service.ts'
import { beginSignIn } from '../auth/service.ts'
import type { SignIn } from '../auth/service.ts'
import { readOpenSetting } from '../settings/service.ts'
import { applyClaims, type AppliedClaims } from './apply-claims.ts'
import { readClaims, type ReadClaims } from './claims.ts'
import { useIdentity } from './identity-store.ts'
import type { SignedInSubject } from './provider-client.ts'
import type { StoredProvider } from './provider-store.ts'
import { sealFor } from './sealing.ts'
import { settleAccount, type SettleDependencies, type Settlement } from './settle-account.ts'

export interface SignOnDependencies extends SettleDependencies {
  audit: Pick<AuditService, 'record'>
  /** Ends all responses to a user everywhere, and stops the running questions. */
  cutOff: (userId: string) => Promise<void>
}

/** Signs in whom a provider has identified, or says why not. */
export type SignOn = (
  provider: StoredProvider,
  subject: SignedInSubject,
) => Promise<{ signIn: SignIn } | { problem: SignOnProblem }>

export function createSignOn(context: AppContext, dependencies: SignOnDependencies): SignOn {
  const { store, now, keys } = context
  const { audit, cutOff } = dependencies

  async function enter(
    provider: StoredProvider,
    { issuer, subject, idToken }: SignedInSubject,
    claims: ReadClaims,
  ): Promise<{ settlement: Settlement; entered: { signIn: SignIn; applied: AppliedClaims } | null }> {
    return store.transaction(async (transaction) => {
      const moment = now()
      const arrival = { provider, claims, issuer, subject, now: moment }
      const settlement = await settleAccount(transaction, dependencies, arrival)
      const { user, problem } = settlement
      if (user === null || problem !== null) return { settlement, entered: null }
      const applied = await applyClaims(transaction, { user, claims, providerId: provider.id, now: moment })
      await useIdentity(transaction, { issuer, subject }, moment)
      await dependencies.users.update(user.id, { last_login_at: moment.toISOString() }, transaction)
      const { sign_in_hours: hours } = await readOpenSetting(transaction, 'single_sign_on')
      const signIn = await beginSignIn(transaction, user.id, moment, {
        providerId: provider.id,
        sealIdToken: (id) => sealFor(keys, 'id-token', id, idToken),
        endsAt: new Date(moment.getTime() + hours * 3_600_000),
      })
      return { settlement, entered: { signIn, applied } }
    })
  }

  async function record(
    provider: StoredProvider,
    { user, isNew, problem }: Settlement,
    applied: AppliedClaims | null,
  ): Promise<void> {
    const detail = { provider: provider.name }
    const target = user === null ? {} : { targetKind: 'user' as const, targetId: user.id, targetName: user.email }
    const userId = user?.id ?? null
    if (isNew) await audit.record({ action: 'user.connect-identity', outcome: 'allowed', userId, ...target, detail })
    if (applied !== null && applied.changes.length > 0) {
      const { changes } = applied
      await audit.record({ action: 'user.apply-claims', outcome: 'allowed', userId, ...target, detail, changes })
    }
    const outcome = problem === null ? 'allowed' : 'denied'
    const reason = problem === null ? {} : { reason: problem }
    await audit.record({ action: 'user.login', outcome, userId, detail: { ...detail, ...reason } })
  }

  return async (provider, subject) => {
    const claims = readClaims(subject.claims, provider)
    if ('problem' in claims) {
      await record(provider, { user: null, isNew: false, problem: claims.problem }, null)
      return claims
    }
    const { settlement, entered } = await enter(provider, subject, claims).catch((error: unknown) => {
      // The same user signed in for the first time in two windows. Now the account exists.
      if (isUniqueViolation(error)) return enter(provider, subject, claims)
      throw error
    })
    const { user, problem } = settlement
    await record(provider, settlement, entered?.applied ?? null)
    if (entered === null || user === null) return { problem: problem ?? 'failed' }
    if (entered.applied.isRoleChanged || settlement.isNew) await cutOff(user.id)
    return { signIn: entered.signIn }
  }
}

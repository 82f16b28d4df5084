import type { Message, SignInOptions } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EndedSignIn } from '../auth/service.ts'
import { revokeAllSignIns } from '../auth/service.ts'
import { readOpenSetting } from '../settings/service.ts'
import { requireAdminNow } from '../users/service.ts'
import { createSignOnAdministration } from './administration.ts'
import type { AdministrationDependencies, SignOnAdministration } from './administration.ts'
import { createSignOnFlow, type SignOnFlow } from './flow.ts'
import { removeIdentities } from './identity-store.ts'
import { createProviderClient } from './provider-client.ts'
import { findProvider, listProviders } from './provider-store.ts'
import { openFor } from './sealing.ts'
import { createSignOn, type SignOnDependencies } from './sign-on.ts'
import { createTestSignIn } from './test-sign-in.ts'

export { clientSecretPurpose } from './sealing.ts'

export type { Ending } from './flow.ts'

/** Lets users sign in with the identity provider of their organization. */
export interface SingleSignOnService extends SignOnAdministration, SignOnFlow {
  /** Lists how users can sign in now. */
  options(): Promise<SignInOptions>
  /** Reads what a provider publishes about itself. @returns what is wrong; null if nothing is */
  check(admin: Principal, provider: { issuer: string; client_id: string }): Promise<Message | null>
  /** Disconnects a user from all identities, and ends the sign-ins. @throws AppError admin_only, not_found */
  disconnect(admin: Principal, userId: string): Promise<void>
  /** @returns where the browser ends the session at the provider of a sign-in; null if it can't */
  signOutUrl(ended: EndedSignIn, own: string): Promise<string | null>
}

export type SingleSignOnDependencies = SignOnDependencies & AdministrationDependencies

export function createSingleSignOn(context: AppContext, dependencies: SingleSignOnDependencies): SingleSignOnService {
  const { store, now, keys } = context
  const { license, audit, users } = dependencies
  const client = createProviderClient(context)
  const signOn = createSignOn(context, dependencies)
  const finishTest = createTestSignIn(context, dependencies)
  const administration = createSignOnAdministration(context, dependencies)
  const isIncluded = async () => (await license.limits()).single_sign_on_enabled

  return {
    ...administration,
    ...createSignOnFlow(context, { client, signOn, finishTest, isIncluded, audit }),
    options: async () => {
      const [{ is_only: isOnly }, included] = [await readOpenSetting(store.db, 'single_sign_on'), await isIncluded()]
      const enabled = (await listProviders(store.db)).filter(({ is_enabled }) => included && is_enabled)
      return { passwords: !isOnly, providers: enabled.map(({ id, name }) => ({ id, name })) }
    },
    check: async (admin, { issuer, client_id: clientId }) => {
      const problem = await client.check({ issuer, client_id: clientId })
      await audit.record({
        action: 'sign-on.test-provider',
        outcome: problem === null ? 'allowed' : 'failed',
        userId: admin.userId,
        detail: { issuer },
      })
      return problem
    },
    disconnect: async (admin, userId) => {
      const user = await store.transaction(async (transaction) => {
        await requireAdminNow(transaction, admin)
        const found = await users.findIn(transaction, userId)
        if (found === null) throw new AppError('not_found')
        await removeIdentities(transaction, userId)
        for (const table of ['identity_memberships', 'identity_attributes'] as const) {
          await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
        }
        await revokeAllSignIns(transaction, [userId], now())
        return found
      })
      await dependencies.cutOff(userId)
      const target = { targetKind: 'user', targetId: userId, targetName: user.email } as const
      const { userId: by } = admin
      await audit.record({ action: 'user.disconnect-identities', outcome: 'allowed', userId: by, ...target })
    },
    signOutUrl: async ({ providerId, idToken, signInId }, own) => {
      const provider = providerId === null ? null : await findProvider(store.db, providerId)
      if (provider === null || !provider.is_enabled) return null
      const hint = idToken === null ? null : openFor(keys, 'id-token', signInId, idToken)
      return client.signOutUrl(provider, { idToken: hint, signedOutUrl: `${own}/login` })
    },
  }
}

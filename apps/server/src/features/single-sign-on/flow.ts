import type { SignOnProblem } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { createAttemptCounter } from '../../http/attempt-counter.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { AuditService } from '../audit/service.ts'
import type { SignIn } from '../auth/service.ts'
import { attemptMs, endOfAttempt, safeReturnPath, type Attempt } from './attempt.ts'
import type { ProviderClient } from './provider-client.ts'
import { SignOnError } from './provider-errors.ts'
import { callbackUrl, findProvider, type StoredProvider } from './provider-store.ts'
import type { SignOn } from './sign-on.ts'
import type { FinishTest } from './test-sign-in.ts'

/** A sign-in that begins: where the browser goes, and what it must bring back. */
export interface Beginning {
  url: string
  attempt: Attempt
}

/** How a sign-in ended: where the browser goes next, and the sign-in if there is one. */
export type Ending = { returnPath: string; signIn: SignIn } | { problem: SignOnProblem } | { testedId: string }

/** Leads the browser to a provider and back. */
export interface SignOnFlow {
  /** @param own the server's own URL */
  begin(providerId: string, own: string, returnUrl: string | undefined): Promise<Beginning | { problem: SignOnProblem }>
  /** Begins a test by an administrator, which signs no one in. @throws AppError not_found, license_feature, bad_request */
  beginTest(admin: Principal, providerId: string, own: string): Promise<Beginning>
  /** @param search the query of the callback, as the provider sent it */
  finish(providerId: string, attempt: Attempt | null, callback: { own: string; search: string }): Promise<Ending>
}

export interface FlowDependencies {
  client: ProviderClient
  signOn: SignOn
  finishTest: FinishTest
  isIncluded: () => Promise<boolean>
  audit: Pick<AuditService, 'record'>
}

export function createSignOnFlow(
  context: Pick<AppContext, 'store' | 'now' | 'log'>,
  { client, signOn, finishTest, isIncluded, audit }: FlowDependencies,
): SignOnFlow {
  const { store, now } = context
  const countAttempt = createAttemptCounter(context)

  /** @throws SignOnError */
  async function beginning(
    provider: StoredProvider,
    own: string,
    { returnPath, testedBy }: Pick<Attempt, 'returnPath' | 'testedBy'>,
  ): Promise<Beginning> {
    const { url, secrets } = await client.begin(provider, callbackUrl(own, provider.id))
    const attempt = { ...secrets, providerId: provider.id, returnPath, testedBy, expiresAt: endOfAttempt(now()) }
    return { url, attempt }
  }

  async function problemOfStart(provider: StoredProvider | null): Promise<SignOnProblem | null> {
    if (provider === null || !provider.is_enabled) return 'unavailable'
    return (await isIncluded()) ? null : 'license'
  }

  async function refuse(provider: StoredProvider | null, problem: SignOnProblem): Promise<{ problem: SignOnProblem }> {
    const detail = { reason: problem, provider: provider?.name ?? null }
    await audit.record({ action: 'user.login', outcome: 'denied', userId: null, detail })
    return { problem }
  }

  function problemIn(error: unknown): SignOnProblem {
    context.log.warn({ err: error }, 'could not finish a sign-in with a provider')
    return error instanceof SignOnError ? error.problem : 'failed'
  }

  return {
    begin: async (providerId, own, returnUrl) => {
      const provider = await findProvider(store.db, providerId)
      const problem = await problemOfStart(provider)
      if (provider === null || problem !== null) return { problem: problem ?? 'unavailable' }
      try {
        return await beginning(provider, own, { returnPath: safeReturnPath(returnUrl), testedBy: null })
      } catch (error) {
        return refuse(provider, problemIn(error))
      }
    },
    beginTest: async (admin, providerId, own) => {
      if (!(await isIncluded())) throw new AppError('license_feature')
      const provider = await findProvider(store.db, providerId)
      if (provider === null) throw new AppError('not_found')
      try {
        return await beginning(provider, own, { returnPath: '/', testedBy: admin.userId })
      } catch (error) {
        const text = (await client.check(provider)) ?? undefined
        throw new AppError('bad_request', { detail: text, cause: error })
      }
    },
    finish: async (providerId, attempt, { own, search }) => {
      const provider = await findProvider(store.db, providerId)
      if (attempt === null || attempt.providerId !== providerId || provider === null) return refuse(provider, 'expired')
      const { count } = await countAttempt(`sign-on ${attempt.state}`, attemptMs)
      if (count > 1) return refuse(provider, 'expired')
      const { testedBy } = attempt
      const problem = testedBy === null ? await problemOfStart(provider) : null
      if (problem !== null) return refuse(provider, problem)
      const callback = new URL(callbackUrl(own, providerId))
      callback.search = search
      try {
        const subject = await client.finish(provider, callback, attempt)
        if (testedBy === null) {
          const outcome = await signOn(provider, subject)
          return 'problem' in outcome ? outcome : { returnPath: attempt.returnPath, signIn: outcome.signIn }
        }
        await finishTest(provider, testedBy, subject)
      } catch (error) {
        const found = problemIn(error)
        if (testedBy === null) return refuse(provider, found)
        await finishTest(provider, testedBy, found)
      }
      return { testedId: providerId }
    },
  }
}

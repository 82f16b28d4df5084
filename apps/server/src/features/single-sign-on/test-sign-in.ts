import type { SignOnProblem, SignOnTest } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { emailKey } from '@parlance/contract'
import type { AuditService } from '../audit/service.ts'
import type { UsersService } from '../users/service.ts'
import { problemOfAddress, readClaims, type Claims } from './claims.ts'
import { addIdentity, findUserOf, removeIdentities } from './identity-store.ts'
import type { SignedInSubject } from './provider-client.ts'
import { storeTest, type Handle, type StoredProvider } from './provider-store.ts'

const mostClaims = 60
const longestClaim = 300
/** They only protect the token. */
const uninteresting = new Set(['nonce', 'at_hash', 'c_hash', 's_hash'])

export interface TestDependencies {
  users: Pick<UsersService, 'findIn'>
  audit: Pick<AuditService, 'record'>
}

/**
 * Finishes the test sign-in of an administrator: stores what the provider sent, and connects the administrator's own
 * account with the identity. Begins no sign-in.
 */
export type FinishTest = (
  provider: StoredProvider,
  adminId: string,
  result: SignedInSubject | SignOnProblem,
) => Promise<void>

export function createTestSignIn(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { users, audit }: TestDependencies,
): FinishTest {
  return async (provider, adminId, result) => {
    const at = now().toISOString()
    const { test, isConnected } = await store.transaction(async (transaction) => {
      const admin = await users.findIn(transaction, adminId)
      const isAdmin = admin !== null && admin.role === 'ADMIN' && admin.status === 'A' && admin.is_active === 1
      if (typeof result === 'string' || !isAdmin) {
        const problem = typeof result === 'string' ? result : 'failed'
        const failed = { ...emptyTest, at, problem }
        if (isAdmin) await storeTest(transaction, provider, failed, adminId)
        return { test: failed, isConnected: false }
      }
      const read = describe(result.claims, provider, at)
      const owner = await findUserOf(transaction, result)
      const isTaken = owner !== null && owner.id !== adminId
      const done: SignOnTest = isTaken ? { ...read.test, problem: 'identity_taken' } : read.test
      const connects = owner === null && done.problem === null
      if (connects) {
        await removeIdentities(transaction, adminId, result.issuer)
        const hasVerifiedEmail = read.verifiedKey === admin.email_key
        const { issuer, subject } = result
        await addIdentity(transaction, {
          issuer,
          subject,
          userId: adminId,
          providerId: provider.id,
          hasVerifiedEmail,
          now: now(),
        })
      }
      done.groups = await groupNames(transaction, read.groupIds)
      await storeTest(transaction, provider, done, adminId)
      return { test: done, isConnected: connects }
    })
    const { problem } = test
    await audit.record({
      action: 'sign-on.test-provider',
      outcome: problem === null ? 'allowed' : 'failed',
      userId: adminId,
      targetKind: 'sign-on-provider',
      targetId: provider.id,
      targetName: provider.name,
      detail: problem === null ? {} : { reason: problem },
    })
    if (!isConnected) return
    const target = { targetKind: 'user', targetId: adminId } as const
    const detail = { provider: provider.name }
    await audit.record({ action: 'user.connect-identity', outcome: 'allowed', userId: adminId, ...target, detail })
  }
}

const emptyTest = { email: null, claims: [], groups: [], role: null, attributes: {} }

function describe(claims: Claims, provider: StoredProvider, at: string) {
  const shown = Object.entries(claims)
    .filter(([name]) => !uninteresting.has(name))
    .slice(0, mostClaims)
    .map(([name, value]) => ({ name: name.slice(0, longestClaim), value: shortened(value) }))
  const read = readClaims(claims, provider)
  if ('problem' in read) {
    const test: SignOnTest = { ...emptyTest, at, problem: read.problem, claims: shown }
    return { test, groupIds: [], verifiedKey: null }
  }
  const { email, role, attributes, groupIds, isEmailVerified } = read
  const test: SignOnTest = {
    at,
    email,
    problem: problemOfAddress(read, provider),
    claims: shown,
    groups: [],
    role,
    attributes,
  }
  return { test, groupIds, verifiedKey: email !== null && isEmailVerified ? emailKey(email) : null }
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longestClaim ? `${text.slice(0, longestClaim)}…` : text
}

async function groupNames(db: Handle, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('user_groups').select('name').where('id', 'in', ids).orderBy('name_key').execute()
  return rows.map(({ name }) => name)
}

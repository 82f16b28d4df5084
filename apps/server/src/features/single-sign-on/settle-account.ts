import type { SignOnProblem } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { revokeAllSignIns } from '../auth/service.ts'
import type { LicenseService } from '../license/service.ts'
import { endInvitation, isInvited, isServiceAccount } from '../users/service.ts'
import type { UsersService } from '../users/service.ts'
import { problemOfAddress, type ReadClaims } from './claims.ts'
import { addIdentity, findUserOf, hasIdentity, isAddressVerified, type Subject } from './identity-store.ts'
import type { StoredProvider } from './provider-store.ts'

export interface SettleDependencies {
  users: UsersService
  license: Pick<LicenseService, 'assertCanAdd'>
}

/** Whom a sign-in belongs to. With a problem, the account may exist, but no one is signed in. */
export interface Settlement {
  user: UserRow | null
  problem: SignOnProblem | null
  /** Whether the account was created or connected now. */
  isNew: boolean
}

export interface Arrival extends Subject {
  provider: StoredProvider
  claims: ReadClaims
  now: Date
}

/**
 * Finds the account of an identity, as a part of a transaction. The first time, it connects the account with the same
 * verified address, or creates one. Commit whatever the outcome.
 */
export async function settleAccount(
  transaction: Transaction<Database>,
  dependencies: SettleDependencies,
  arrival: Arrival,
): Promise<Settlement> {
  const { provider, claims } = arrival
  const known = await findUserOf(transaction, arrival)
  if (known !== null) {
    const isLimited = provider.allowed_domains.length > 0
    const problem = isLimited ? problemOfAddress(claims, provider) : null
    if (problem !== null) return { user: known, problem, isNew: false }
    return { ...(await admit(transaction, dependencies, arrival, known)), isNew: false }
  }
  const problem = problemOfAddress(claims, provider)
  if (problem !== null || claims.email === null) return { user: null, problem, isNew: false }
  const owner = await dependencies.users.findByEmailIn(transaction, claims.email)
  const connected =
    owner === null
      ? await create(transaction, dependencies, arrival, claims.email)
      : await connect(transaction, arrival, owner)
  if (connected.user === null || connected.problem !== null) return { ...connected, isNew: false }
  return { ...(await admit(transaction, dependencies, arrival, connected.user)), isNew: true }
}

type Step = Omit<Settlement, 'isNew'>

async function create(
  transaction: Transaction<Database>,
  { users }: SettleDependencies,
  arrival: Arrival,
  email: string,
): Promise<Step> {
  const { provider, claims } = arrival
  if (provider.account_creation === 'none') return { user: null, problem: 'no_account' }
  const user = await users.addWaiting(transaction, { email, username: claims.username })
  await addIdentity(transaction, identityOf(arrival, user))
  return { user, problem: null }
}

/** Connects an existing account by its verified address. */
async function connect(transaction: Transaction<Database>, arrival: Arrival, user: UserRow): Promise<Step> {
  const refuse = (problem: SignOnProblem): Step => ({ user, problem })
  // No person has its address.
  if (await isServiceAccount(transaction, user.id)) return refuse('no_account')
  if (await hasIdentity(transaction, user.id, arrival.issuer)) return refuse('other_identity')
  // An address alone must not make anyone an administrator.
  if (user.role === 'ADMIN') return refuse('connect_first')
  const invited = await isInvited(transaction, user.id)
  if (user.status === 'A' && user.is_active === 0 && !invited) return refuse('inactive')
  if (!invited && !(await isAddressVerified(transaction, user.id))) await expropriate(transaction, arrival, user)
  await addIdentity(transaction, identityOf(arrival, user))
  return { user, problem: null }
}

/** Someone else may have registered the address, and may know the password. */
async function expropriate(transaction: Transaction<Database>, { now }: Arrival, { id }: UserRow): Promise<void> {
  await transaction.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute()
  for (const table of ['password_resets', 'api_tokens'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await revokeAllSignIns(transaction, [id], now)
}

function identityOf({ issuer, subject, provider, now }: Arrival, { id }: UserRow) {
  return { issuer, subject, userId: id, providerId: provider.id, hasVerifiedEmail: true, now }
}

/** Lets an account in, or says what it waits for. */
async function admit(
  transaction: Transaction<Database>,
  { users, license }: SettleDependencies,
  { provider, claims, now }: Arrival,
  user: UserRow,
): Promise<Step> {
  if (user.status === 'A' && user.is_active === 1) return { user, problem: null }
  const invited = await isInvited(transaction, user.id)
  if (user.status === 'A' && !invited) return { user, problem: 'inactive' }
  if (user.status === 'N' && provider.account_creation !== 'automatic') return { user, problem: 'pending' }
  try {
    await license.assertCanAdd(transaction, 'users')
  } catch (error) {
    if (error instanceof AppError && error.code === 'license_limit') return { user, problem: 'no_room' }
    throw error
  }
  const change = { status: 'A', is_active: 1, username: user.username || claims.username } as const
  await users.update(user.id, change, transaction)
  if (invited) await endInvitation(transaction, user.id, now)
  return { user: { ...user, ...change }, problem: null }
}

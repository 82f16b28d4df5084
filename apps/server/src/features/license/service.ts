import { randomUUID } from 'node:crypto'
import type { AuditDetail, EditionLimits, LicenseStatus, LicenseUsage, Message } from '@parlance/contract'
import { formatMessage, message, patternOf, unlimited } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { prepared } from '../../store/prepared.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { Database, LicensesTable } from '../../store/schema.ts'
import { changesBetween, type AuditService } from '../audit/service.ts'
import { editionLimits, supportLevel } from './edition-limits.ts'
import type { EditionRights } from './edition-limits.ts'
import { installLicense, removeLicense } from './install-license.ts'
import { issuerPublicKey, ownHost } from './issuer.ts'
import { signLicense, verifyLicense } from './license-token.ts'
import type { License, LicenseProblem } from './license-token.ts'

const trialDays = 14
const dayMs = 24 * 60 * 60 * 1000

type Handle = Kysely<Database> | Transaction<Database>
type InstalledLicense = License & Pick<LicensesTable, 'origin'>

/** What the edition limits. */
export type LimitedKind = 'users' | 'databases'

/** What only some editions include. */
type Feature =
  | 'row_security_enabled'
  | 'column_security_enabled'
  | 'restricted_visibility_enabled'
  | 'api_access_enabled'
  | 'single_sign_on_enabled'

export interface LicenseService {
  /** The current limits: those of the license's edition, or the personal ones without a valid license. */
  limits(db?: Handle): Promise<EditionRights>
  /** How much the license allows to add, and the error for more. Call it inside the transaction that adds. */
  room(transaction: Transaction<Database>, kind: LimitedKind): Promise<{ left: number; refusal: () => AppError }>
  /**
   * Checks a limit. Call it inside the transaction that adds, so that two concurrent ones cannot pass together.
   * @throws AppError license_limit
   */
  assertCanAdd(transaction: Transaction<Database>, kind: LimitedKind): Promise<void>
  /** @throws AppError license_feature if the edition does not include it */
  check(feature: Feature): Promise<void>
  status(): Promise<LicenseStatus>
  /** Reports how much of the edition's limits is in use. */
  usage(): Promise<LicenseUsage>
  /**
   * Replaces the current license. Returns the message for the user.
   * @throws AppError license_invalid with the reason
   */
  install(userId: string, token: string): Promise<Message>
  /** Removes the license, including a trial. @throws AppError not_found if there is none */
  remove(): Promise<Message>
  /** The days until conversations are deleted. Null without a limit, which also applies without a valid license. */
  historyDays(): Promise<number | null>
  /** Whether the edition is standard or enterprise, for the badge of decision OP-78. */
  isPremium(): Promise<boolean>
  /** Creates the 14-day enterprise trial, once per installation. */
  ensureTrial(): Promise<void>
}

const installedLicense = prepared((db) =>
  db
    .selectFrom('licenses')
    .select(['token', 'origin'])
    .where('removed_at', 'is', null)
    .orderBy('installed_at', 'desc')
    .orderBy('id')
    .limit(1),
)

/** Signs only the trial. A command issues other licenses. */
export function createLicenseService(context: AppContext, audit: Pick<AuditService, 'record'>): LicenseService {
  const publicKey = issuerPublicKey(context.config, () => context.keys.licensePublicKey)
  const host = ownHost(context.config)

  let verified: { token: string; license: License } | null = null

  /** A license is verified once, and again when its time is over. */
  async function verify(token: string): Promise<License | LicenseProblem> {
    const now = context.now()
    const { validFrom, expiresAt } = verified?.license ?? { validFrom: now, expiresAt: now }
    if (verified?.token === token && validFrom <= now && now < expiresAt) return verified.license
    const license = await verifyLicense(token, { publicKey, host, now })
    verified = 'problem' in license ? null : { token, license }
    return license
  }

  async function current(db: Handle = context.store.db): Promise<InstalledLicense | LicenseProblem | null> {
    const [row] = await installedLicense(db)
    if (row === undefined) return null
    const license = await verify(row.token)
    return 'problem' in license ? license : { ...license, origin: row.origin }
  }

  async function limits(db?: Handle): Promise<EditionRights> {
    const license = await current(db)
    if (license === null || 'problem' in license) return editionLimits.personal
    const { max_users, max_databases, business_areas, api_access } = license.features
    const edition = editionLimits[license.edition]
    return {
      ...edition,
      max_users,
      max_databases,
      max_business_areas: business_areas ? edition.max_business_areas : 0,
      api_access_enabled: edition.api_access_enabled && api_access,
    }
  }

  const room: LicenseService['room'] = async (transaction, kind) => {
    const allowed = await limits(transaction)
    const limit = kind === 'users' ? allowed.max_users : allowed.max_databases
    const left = limit === unlimited ? Infinity : Math.max(0, limit - (await count(transaction, kind)))
    return { left, refusal: () => new AppError('license_limit', { detail: limitText(allowed, kind, limit) }) }
  }

  return {
    limits,
    room,
    assertCanAdd: async (transaction, kind) => {
      const { left, refusal } = await room(transaction, kind)
      if (left < 1) throw refusal()
    },
    check: async (feature) => {
      if (!(await limits())[feature]) throw new AppError('license_feature')
    },
    status: async () => describeStatus(await current(), context),
    usage: async () => describeUsage(await limits(), context.store.db),
    install: async (userId, token) => {
      const before = await current()
      const { license, text } = await installLicense(context, { userId, token, publicKey, host })
      await audit.record({
        action: 'license.install',
        outcome: 'allowed',
        userId,
        detail: described(license),
        changes: changesBetween(described(before), described(license)),
      })
      return text
    },
    remove: () => removeLicense(context),
    historyDays: async () => {
      const license = await current()
      if (license === null || 'problem' in license) return null
      const { history_days } = editionLimits[license.edition]
      return history_days === unlimited ? null : history_days
    },
    isPremium: async () => ['standard', 'enterprise'].includes((await limits()).edition),
    ensureTrial: () => ensureTrial(context),
  }
}

/** What the audit log says about a license. */
function described(license: License | LicenseProblem | null): AuditDetail {
  if (license === null || 'problem' in license) return {}
  const { max_users: users } = license.features
  return {
    edition: license.edition,
    expires_at: license.expiresAt.toISOString().slice(0, 10),
    users: users === unlimited ? null : users,
  }
}

async function describeUsage(limits: EditionLimits, db: Handle): Promise<LicenseUsage> {
  const areas = await db.selectFrom('areas').select('id').execute()
  return {
    edition: limits.edition,
    limits: [
      { kind: 'users', used: await count(db, 'users'), max: limits.max_users },
      { kind: 'databases', used: await count(db, 'databases'), max: limits.max_databases },
      { kind: 'business_areas', used: areas.length, max: limits.max_business_areas },
    ],
    current: limits,
    without_license: editionLimits.personal,
  }
}

async function count(db: Handle, kind: LimitedKind): Promise<number> {
  const counting =
    kind === 'users'
      ? db
          .selectFrom('users')
          .select((users) => users.fn.countAll<number>().as('count'))
          .where('status', '=', 'A')
          .where('is_active', '=', 1)
      : db
          .selectFrom('connections')
          .select((connections) => connections.fn.countAll<number>().as('count'))
          .where('session_id', 'is', null)
  return (await counting.executeTakeFirstOrThrow()).count
}

function limitText({ edition }: EditionLimits, kind: LimitedKind, limit: number): Message {
  if (kind === 'users')
    return message(
      'The {edition} edition allows {limit, plural, one {# active user} other {# active users}}. Deactivate a user, or upgrade your license.',
      { edition, limit },
    )
  return message(
    'The {edition} edition allows {limit, plural, one {# database connection} other {# database connections}}. Delete a connection, or upgrade your license.',
    { edition, limit },
  )
}

async function describeStatus(
  license: InstalledLicense | LicenseProblem | null,
  { store, now }: AppContext,
): Promise<LicenseStatus> {
  const users = await store.db
    .selectFrom('users')
    .select(['role'])
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .execute()
  const isValid = license !== null && !('problem' in license)
  const problem = isValid ? null : (license?.problem ?? message('No license is installed.'))
  const maxUsers = isValid ? license.features.max_users : editionLimits.personal.max_users
  const admins = users.filter(({ role }) => role === 'ADMIN').length
  return {
    is_valid: isValid,
    error_message: problem && formatMessage(problem),
    ...(problem && patternOf(problem)),
    license_info: isValid ? presentLicense(license, now()) : null,
    user_stats: {
      total_users: users.length,
      admin_users: admins,
      general_users: users.length - admins,
      max_users: maxUsers,
      remaining_slots: maxUsers === unlimited ? unlimited : Math.max(0, maxUsers - users.length),
    },
  }
}

function presentLicense(license: InstalledLicense, now: Date): LicenseStatus['license_info'] {
  return {
    license_id: license.id,
    edition: license.edition,
    domain: license.domain,
    customer_name: license.customerName,
    issued_date: license.issuedAt.toISOString(),
    expiry_date: license.expiresAt.toISOString(),
    origin: license.origin,
    days_remaining: Math.max(0, Math.ceil((license.expiresAt.getTime() - now.getTime()) / dayMs)),
    features: license.features,
  }
}

/** A pinned issuer issues its own licenses, and would refuse a trial signed with another key. */
async function ensureTrial(context: AppContext): Promise<void> {
  const { store, keys, config } = context
  if (config.licenseIssuer !== null) return
  const existing = await store.db.selectFrom('licenses').select('id').where('origin', '=', 'trial').executeTakeFirst()
  if (existing !== undefined) return
  const now = context.now()
  const limits = editionLimits.enterprise
  const license: License = {
    id: randomUUID(),
    edition: 'enterprise',
    domain: '*',
    customerName: null,
    issuedAt: now,
    validFrom: now,
    expiresAt: new Date(now.getTime() + trialDays * dayMs),
    features: {
      max_users: limits.max_users,
      max_databases: limits.max_databases,
      business_areas: true,
      api_access: true,
      support: supportLevel.enterprise,
    },
  }
  const token = await signLicense(license, keys.licensePrivateKey)
  await store.db
    .insertInto('licenses')
    .values({
      id: license.id,
      token,
      origin: 'trial',
      installed_at: now.toISOString(),
      installed_by: null,
      removed_at: null,
    })
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
    })
}

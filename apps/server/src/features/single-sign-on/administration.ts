import { message } from '@parlance/contract'
import type { SaveSignOnProvider, SaveSingleSignOn, SingleSignOn } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { isSame } from '../../lib/is-same.ts'
import type { Keys } from '../../secrets/keys.ts'
import type { Database } from '../../store/schema.ts'
import { changesBetween, hiddenChange } from '../audit/service.ts'
import type { AuditRecord, AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { readOpenSetting } from '../settings/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { requireAdminNow } from '../users/service.ts'
import { countIdentities } from './identity-store.ts'
import { callbackUrl, listProviders, writeProvider } from './provider-store.ts'
import type { Handle, StoredProvider } from './provider-store.ts'
import { sealFor } from './sealing.ts'

/** How administrators configure sign-in. */
export interface SignOnAdministration {
  /** @param own the server's own URL, for the callback URLs */
  read(own: string): Promise<SingleSignOn>
  /**
   * Replaces the configuration. A provider that is missing or turned off loses its sign-ins.
   * @throws AppError admin_only, license_feature, bad_request, conflict for a form that is older than the configuration
   */
  save(admin: Principal, request: SaveSingleSignOn): Promise<void>
}

export interface AdministrationDependencies {
  settings: Pick<SettingsService, 'set'>
  license: Pick<LicenseService, 'limits'>
  audit: Pick<AuditService, 'record'>
  /** Ends all responses to users whose sign-ins have ended. */
  announce: (userIds: string[]) => Promise<void>
}

export function createSignOnAdministration(
  { store, now, keys }: Pick<AppContext, 'store' | 'now' | 'keys'>,
  { settings, license, audit, announce }: AdministrationDependencies,
): SignOnAdministration {
  const isIncluded = async () => (await license.limits()).single_sign_on_enabled

  return {
    read: async (own) => {
      const providers = await listProviders(store.db)
      const counts = await countIdentities(store.db)
      return {
        is_included: await isIncluded(),
        ...(await readOpenSetting(store.db, 'single_sign_on')),
        signed_out_url: `${own}/login`,
        providers: providers.map(({ sealedSecret, lastTest, testedBy: _by, version: _version, ...provider }) => ({
          ...provider,
          has_client_secret: sealedSecret !== null,
          callback_url: callbackUrl(own, provider.id),
          user_count: counts.get(provider.id) ?? 0,
          last_test: lastTest,
        })),
        administrators: await listAdministrators(store.db),
        groups: await store.db
          .selectFrom('user_groups')
          .select(['id as group_id', 'name'])
          .orderBy('name_key')
          .execute(),
        version: await versionOf(store.db, providers),
      }
    },
    save: async (admin, request) => {
      const included = await isIncluded()
      if (!included && (request.is_only || request.providers.some(({ is_enabled }) => is_enabled))) {
        throw new AppError('license_feature')
      }
      const { records, ended } = await store.transaction(async (transaction) => {
        await requireAdminNow(transaction, admin)
        const before = await listProviders(transaction)
        if (request.expected_version !== (await versionOf(transaction, before))) throw new AppError('conflict')
        requireDistinct(request.providers)
        const after = request.providers.map((wanted) => changed(wanted, before, { keys, now: now() }))
        await requireGroups(transaction, after)
        await requireSafe(transaction, request, after)
        const old = await readOpenSetting(transaction, 'single_sign_on')
        const { is_only, break_glass_user_ids, sign_in_hours } = request
        const wanted = { is_only, break_glass_user_ids: [...new Set(break_glass_user_ids)], sign_in_hours }
        await settings.set('single_sign_on', wanted, admin.userId, transaction)
        for (const [place, provider] of after.entries()) await writeProvider(transaction, provider, place)
        const gone = before.filter(({ id }) => !after.some((each) => each.id === id)).map(({ id }) => id)
        const closed = [...gone, ...after.filter(({ is_enabled }) => !is_enabled).map(({ id }) => id)]
        const users = await endSignIns(transaction, closed, now())
        if (gone.length > 0) await transaction.deleteFrom('sign_on_providers').where('id', 'in', gone).execute()
        const changes = changesBetween(plain(old), plain(wanted))
        const own = { action: 'sign-on.update-settings', outcome: 'allowed', userId: admin.userId, changes } as const
        return { records: [...(changes.length > 0 ? [own] : []), ...recordsOf(admin, before, after)], ended: users }
      })
      if (ended.length > 0) await announce(ended)
      for (const each of records) await audit.record(each)
    },
  }
}

/** The stored form of a provider. A change of what a sign-in depends on needs another test. */
function changed(
  { client_secret: secret, ...wanted }: SaveSignOnProvider,
  before: StoredProvider[],
  { keys, now }: { keys: Keys; now: Date },
): StoredProvider {
  const old = before.find(({ id }) => id === wanted.id)
  const kept = old?.sealedSecret ?? null
  const given = secret === undefined || secret === null ? null : sealFor(keys, 'client-secret', wanted.id, secret)
  const sealedSecret = secret === undefined ? kept : given
  // The secret must not go to an address for which it was not entered.
  if (secret === undefined && kept !== null && old?.issuer !== wanted.issuer) {
    throw new AppError('bad_request', {
      detail: message('The issuer of {name} is another one now. Enter the client secret again.', { name: wanted.name }),
    })
  }
  const rest = { ...wanted, sealedSecret, lastTest: null, testedBy: null }
  if (old !== undefined && signsInAlike(old, rest)) {
    return { ...rest, lastTest: old.lastTest, testedBy: old.testedBy, version: old.version }
  }
  const version = new Date(Math.max(now.getTime(), old === undefined ? 0 : Date.parse(old.version) + 1)).toISOString()
  return { ...rest, version }
}

/** Whether nothing changed that a sign-in depends on. */
function signsInAlike(before: StoredProvider, after: Omit<StoredProvider, 'version'>): boolean {
  const relevant = ({
    is_enabled: _on,
    name: _name,
    lastTest: _test,
    testedBy: _by,
    groups,
    ...others
  }: typeof after) => ({
    ...others,
    version: null,
    groups: groups.map(({ value, group_id: id }) => `${value} ${id}`).toSorted(),
  })
  return isSame(relevant(before), relevant(after))
}

async function versionOf(db: Handle, providers: StoredProvider[]): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('updated_at')
    .where('key', '=', 'single_sign_on')
    .executeTakeFirst()
  return [row?.updated_at ?? '', ...providers.map(({ version }) => version)].toSorted().at(-1) ?? ''
}

async function listAdministrators(db: Handle) {
  const rows = await db
    .selectFrom('users')
    .select((user) => [
      'id',
      'email',
      user
        .exists(user.selectFrom('identities').select('subject').whereRef('identities.user_id', '=', 'users.id'))
        .as('is_connected'),
    ])
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .where('password_hash', '!=', '')
    .orderBy('email_key')
    .execute()
  return rows.map(({ id, email, is_connected: known }) => ({ user_id: id, email, is_connected: Boolean(known) }))
}

/** @throws AppError bad_request */
function requireDistinct(providers: SaveSignOnProvider[]): void {
  const ids = new Set(providers.map(({ id }) => id))
  const names = new Set(providers.map(({ name }) => name.toLowerCase()))
  if (ids.size === providers.length && names.size === providers.length) return
  throw new AppError('bad_request', { detail: message('Two providers have the same name. Choose different names.') })
}

/** @throws AppError not_found */
async function requireGroups(db: Handle, providers: StoredProvider[]): Promise<void> {
  const wanted = new Set(providers.flatMap(({ groups }) => groups.map(({ group_id: id }) => id)))
  if (wanted.size === 0) return
  const found = await db
    .selectFrom('user_groups')
    .select('id')
    .where('id', 'in', [...wanted])
    .execute()
  if (found.length < wanted.size) {
    throw new AppError('not_found', { detail: message('Some of these groups no longer exist. Reload the page.') })
  }
}

/**
 * Passwords close only after an administrator has signed in with a provider, and never for everyone.
 * @throws AppError bad_request
 */
async function requireSafe(
  transaction: Transaction<Database>,
  { is_only: isOnly, break_glass_user_ids: exceptions }: SaveSingleSignOn,
  providers: StoredProvider[],
): Promise<void> {
  const administrators = await listAdministrators(transaction)
  if (!exceptions.every((id) => administrators.some(({ user_id }) => user_id === id))) {
    throw new AppError('bad_request', {
      detail: message('A break-glass administrator must be an active administrator with a password.'),
    })
  }
  if (!isOnly) return
  if (exceptions.length === 0) {
    throw new AppError('bad_request', {
      detail: message('Choose at least one break-glass administrator, who can sign in with a password.'),
    })
  }
  const { is_only: wasOnly } = await readOpenSetting(transaction, 'single_sign_on')
  const enabled = providers.filter(({ is_enabled }) => is_enabled)
  const testers = await activeAdmins(transaction)
  const isTested = ({ lastTest, testedBy }: StoredProvider) =>
    lastTest?.problem === null && testedBy !== null && testers.has(testedBy)
  if (enabled.some(isTested) || (wasOnly && enabled.length > 0)) return
  throw new AppError('bad_request', {
    detail: message(
      'Passwords can be closed only after a successful test sign-in. Save with passwords open, test a provider that is turned on, and close them then.',
    ),
  })
}

async function activeAdmins(db: Handle): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** @returns the users whose sign-ins ended */
async function endSignIns(transaction: Transaction<Database>, providerIds: string[], now: Date): Promise<string[]> {
  if (providerIds.length === 0) return []
  const rows = await transaction
    .updateTable('sign_ins')
    .set({ revoked_at: now.toISOString() })
    .where('provider_id', 'in', providerIds)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id: id }) => id))]
}

function plain({
  is_only,
  break_glass_user_ids,
  sign_in_hours,
}: Pick<SaveSingleSignOn, 'is_only' | 'break_glass_user_ids' | 'sign_in_hours'>) {
  return { is_only, sign_in_hours, break_glass: break_glass_user_ids.toSorted().join(' ') }
}

function recordsOf({ userId }: Principal, before: StoredProvider[], after: StoredProvider[]): AuditRecord[] {
  const recordOf = (
    action: 'sign-on.create-provider' | 'sign-on.update-provider' | 'sign-on.delete-provider',
    { id, name }: StoredProvider,
    changes: AuditRecord['changes'] = [],
  ): AuditRecord => {
    const target = { targetKind: 'sign-on-provider', targetId: id, targetName: name } as const
    return { action, outcome: 'allowed', userId, ...target, changes }
  }
  const written = after.flatMap((provider) => {
    const old = before.find(({ id }) => id === provider.id)
    if (old === undefined) return [recordOf('sign-on.create-provider', provider)]
    const changes = changesOf(old, provider)
    return changes.length > 0 ? [recordOf('sign-on.update-provider', provider, changes)] : []
  })
  const gone = before.filter(({ id }) => !after.some((provider) => provider.id === id))
  return [...written, ...gone.map((provider) => recordOf('sign-on.delete-provider', provider))]
}

function changesOf(before: StoredProvider, after: StoredProvider): NonNullable<AuditRecord['changes']> {
  const shown = ({ name, issuer, is_enabled, allowed_domains }: StoredProvider) => ({
    name,
    issuer,
    is_active: is_enabled,
    domains: allowed_domains.toSorted().join(', '),
  })
  const changes = changesBetween(shown(before), shown(after))
  if (before.sealedSecret !== after.sealedSecret) changes.push(hiddenChange('secret'))
  if (changes.length === 0 && before.version !== after.version) changes.push(hiddenChange('settings'))
  return changes
}

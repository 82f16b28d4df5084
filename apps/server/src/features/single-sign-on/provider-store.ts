import { saveSignOnProviderSchema, signOnTestSchema } from '@parlance/contract'
import type { SaveSignOnProvider, SignOnTest } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database, SignOnProviderRow } from '../../store/schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/** What the column `settings` contains. */
const settingsSchema = saveSignOnProviderSchema.pick({
  scopes: true,
  allowed_domains: true,
  trusts_emails: true,
  account_creation: true,
  groups_claim: true,
  role_claim: true,
  admin_values: true,
  attributes: true,
})

/** A provider as it is stored, without its secret. */
export type StoredProvider = Omit<SaveSignOnProvider, 'client_secret'> & {
  /** The encrypted client secret. Null for a public client. */
  sealedSecret: string | null
  lastTest: SignOnTest | null
  testedBy: string | null
  /** Changes with everything that a connection to the provider depends on. */
  version: string
}

/** Lists the providers in the order of the sign-in page. */
export async function listProviders(db: Handle): Promise<StoredProvider[]> {
  const rows = await db.selectFrom('sign_on_providers').selectAll().orderBy('place').orderBy('id').execute()
  const groups = await db.selectFrom('sign_on_groups').selectAll().orderBy('value').orderBy('group_id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    is_enabled: row.is_enabled === 1,
    ...settingsSchema.parse(JSON.parse(row.settings)),
    groups: groups
      .filter(({ provider_id }) => provider_id === row.id)
      .map(({ value, group_id }) => ({ value, group_id })),
    sealedSecret: row.client_secret,
    lastTest: row.last_test === null ? null : signOnTestSchema.parse(JSON.parse(row.last_test)),
    testedBy: row.tested_by,
    version: row.updated_at,
  }))
}

export async function findProvider(db: Handle, id: string): Promise<StoredProvider | null> {
  return (await listProviders(db)).find((provider) => provider.id === id) ?? null
}

/** Writes a provider and its groups, as a part of a transaction. */
export async function writeProvider(db: Handle, provider: StoredProvider, place: number): Promise<void> {
  const row: SignOnProviderRow = {
    id: provider.id,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.client_id,
    client_secret: provider.sealedSecret,
    is_enabled: provider.is_enabled ? 1 : 0,
    settings: JSON.stringify(z.object(settingsSchema.shape).parse(provider)),
    place,
    last_test: provider.lastTest === null ? null : JSON.stringify(provider.lastTest),
    tested_by: provider.testedBy,
    updated_at: provider.version,
  }
  const { id, ...change } = row
  await db
    .insertInto('sign_on_providers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
  await db.deleteFrom('sign_on_groups').where('provider_id', '=', id).execute()
  const groups = [...new Map(provider.groups.map((each) => [JSON.stringify(each), each])).values()]
  if (groups.length === 0) return
  await db
    .insertInto('sign_on_groups')
    .values(groups.map((each) => ({ ...each, provider_id: id })))
    .execute()
}

/** Stores the result of a test, unless the provider was changed meanwhile. */
export async function storeTest(
  db: Handle,
  { id, version }: Pick<StoredProvider, 'id' | 'version'>,
  test: SignOnTest,
  by: string,
): Promise<void> {
  await db
    .updateTable('sign_on_providers')
    .set({ last_test: JSON.stringify(test), tested_by: by })
    .where('id', '=', id)
    .where('updated_at', '=', version)
    .execute()
}

/** @returns where a provider sends users back to */
export function callbackUrl(own: string, providerId: string): string {
  return `${own}/auth/oidc/${providerId}/callback`
}

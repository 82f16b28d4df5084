import { randomUUID } from 'node:crypto'
import type { Edition } from '@parlance/contract'
import { editionLimits, supportLevel } from '../features/license/edition-limits.ts'
import { signLicense } from '../features/license/license-token.ts'
import type { TestApp } from './test-app.ts'

const day = 24 * 60 * 60 * 1000

/** Gives the installation this edition from now on, with a license from its own issuer. */
export async function installLicense(
  { context }: TestApp,
  { edition, businessAreas = true }: { edition: Edition; businessAreas?: boolean },
): Promise<void> {
  const { keys, now, store } = context
  const { max_users, max_databases } = editionLimits[edition]
  const token = await signLicense(
    {
      id: randomUUID(),
      edition,
      domain: '*',
      customerName: 'Example',
      issuedAt: now(),
      validFrom: now(),
      expiresAt: new Date(now().getTime() + 30 * day),
      features: {
        max_users,
        max_databases,
        business_areas: businessAreas,
        api_access: true,
        support: supportLevel[edition],
      },
    },
    keys.licensePrivateKey,
  )
  const removed_at = now().toISOString()
  await store.db.updateTable('licenses').set({ removed_at }).where('removed_at', 'is', null).execute()
  await store.db
    .insertInto('licenses')
    .values({
      id: randomUUID(),
      token,
      origin: 'upload',
      installed_at: removed_at,
      installed_by: null,
      removed_at: null,
    })
    .execute()
}

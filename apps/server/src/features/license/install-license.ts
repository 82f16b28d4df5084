import { message, type Message } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { licenseKeyIn, verifyLicense, type License } from './license-token.ts'

interface Installation {
  userId: string
  token: string
  publicKey: string
  host: string
}

/** A refused license changes nothing, and the previous one stays valid. */
export async function installLicense(
  { store, now }: AppContext,
  { userId, token, publicKey, host }: Installation,
): Promise<{ license: License; text: Message }> {
  const key = licenseKeyIn(token)
  const license = await verifyLicense(key, { publicKey, host, now: now() })
  if ('problem' in license) throw new AppError('license_invalid', { detail: license.problem })
  const installedAt = now().toISOString()
  await store.transaction(async (transaction) => {
    await transaction.updateTable('licenses').set({ removed_at: installedAt }).where('removed_at', 'is', null).execute()
    await transaction
      .insertInto('licenses')
      .values({
        id: randomUUID(),
        token: key,
        origin: 'upload',
        installed_at: installedAt,
        installed_by: userId,
        removed_at: null,
      })
      .execute()
  })
  const text = message('License uploaded successfully: {edition} edition, valid until {date}.', {
    edition: license.edition,
    date: license.expiresAt.toISOString().slice(0, 10),
  })
  return { license, text }
}

/** The row stays, so that the trial is not granted twice. */
export async function removeLicense({ store, now }: AppContext): Promise<Message> {
  const result = await store.db
    .updateTable('licenses')
    .set({ removed_at: now().toISOString() })
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0)
    throw new AppError('not_found', { detail: message('No license is installed.') })
  return message('License removed successfully')
}

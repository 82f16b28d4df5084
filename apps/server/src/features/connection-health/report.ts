import type { AppContext } from '../../context/context.ts'
import { ownAddress } from '../../config/own-address.ts'
import type { EmailService } from '../email/service.ts'
import { findRecipients, takeChanges, type ChangedConnection, type Recipient } from './store.ts'

/**
 * Sends one email to each administrator and owner about all changes since the last report. Private connections of
 * other users are left out.
 */
export async function reportChanges(
  { store, config }: Pick<AppContext, 'store' | 'config'>,
  email: Pick<EmailService, 'queue' | 'deliver'>,
): Promise<void> {
  const isQueued = await store.transaction(async (transaction) => {
    const changes = await takeChanges(transaction)
    if (changes.length === 0) return false
    const owners = changes.flatMap(({ owner_id: id }) => (id === null ? [] : [id]))
    for (const recipient of await findRecipients(transaction, [...new Set(owners)])) {
      const own = changes.filter((change) => mayKnow(recipient, change))
      if (own.length === 0) continue
      await email.queue(transaction, {
        template: 'connections_changed',
        to: recipient.email,
        userId: recipient.id,
        data: {
          username: recipient.username,
          failed: own.filter(({ change }) => change === 'failed').map(({ name }) => name),
          recovered: own.filter(({ change }) => change === 'recovered').map(({ name }) => name),
          link: `${ownAddress(config, null)}/databases`,
        },
      })
    }
    return true
  })
  if (isQueued) email.deliver()
}

function mayKnow({ id, role }: Recipient, { owner_id: owner, visibility }: ChangedConnection): boolean {
  if (owner === id) return true
  return role === 'ADMIN' && (visibility !== 'private' || owner === null)
}

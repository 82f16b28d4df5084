import type { AppContext } from '../../../context/context.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import type { ExposureGuard } from './exposure-guard.ts'
import { findApplicationOf, listApprovedWithRules } from '../store/area-store.ts'

interface Means {
  connections: Pick<ConnectionsService, 'onRead'>
  protection: ProtectionService
  guard: Pick<ExposureGuard, 'ruledTables'>
}

/** Protects the tables under the rules of approved areas, except where an administrator removed the protection. */
async function protectByRules(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { protection, guard }: Means,
  { applicationId, reason }: { applicationId: string | null; reason: 'rule' | 'upgrade' },
): Promise<void> {
  for (const area of await listApprovedWithRules(store.db, applicationId)) {
    const keys = await guard.ruledTables(area)
    const record = { reason, protectedBy: null, protectedAt: now().toISOString() } as const
    await store.transaction((transaction) => protection.protect(transaction, keys, record, false))
  }
}

/**
 * Protects the tables under administrators' rules before the first request after an upgrade from 1.1. Later, a newly
 * connected database gets the protection from its application's areas.
 */
export async function keepProtected(context: Pick<AppContext, 'store' | 'now'>, means: Means): Promise<void> {
  await means.protection.readRulesOnce(() => protectByRules(context, means, { applicationId: null, reason: 'upgrade' }))
  means.connections.onRead(async (connectionId) => {
    await means.protection.learn(connectionId)
    const applicationId = await findApplicationOf(context.store.db, connectionId)
    if (applicationId !== null) await protectByRules(context, means, { applicationId, reason: 'rule' })
  })
}

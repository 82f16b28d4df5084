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

/** Protects the tables on which approved areas have rules; what an administrator lifted stays lifted. */
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
 * After an upgrade from 1.1 the tables under administrators' rules become protected, before the first request; later a
 * database that is connected gets the protection that the areas of its application give it.
 */
export async function keepProtected(context: Pick<AppContext, 'store' | 'now'>, means: Means): Promise<void> {
  await means.protection.readRulesOnce(() => protectByRules(context, means, { applicationId: null, reason: 'upgrade' }))
  means.connections.onRead(async (connectionId) => {
    await means.protection.learn(connectionId)
    const applicationId = await findApplicationOf(context.store.db, connectionId)
    if (applicationId !== null) await protectByRules(context, means, { applicationId, reason: 'rule' })
  })
}

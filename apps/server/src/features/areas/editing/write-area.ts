import type { Transaction } from 'kysely'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { Database } from '../../../store/schema.ts'
import type { ProtectionService } from '../../protection/service.ts'
import type { Change, PublishedDraft } from './area-changes.ts'
import { atStep } from './at-step.ts'
import { changeAccess, nothingChanged, type AccessChange, type AccessOutcome } from './change-access.ts'
import type { AreaRecord, ExposingProperty } from '../store/area-record.ts'
import { isSame } from '../../../lib/is-same.ts'
import type { SettledChange } from '../guarding/exposure-guard.ts'
import { requireEditable, requireVersion } from '../rights/guards.ts'
import {
  approveGrants,
  clearDefault,
  clearDefaultsOf,
  deleteExamples,
  findArea,
  insertArea,
  setDefault,
  updateArea,
} from '../store/area-store.ts'
import type { AreaDetails, Handle } from '../store/area-store.ts'
import { deleteDraft } from '../store/area-drafts.ts'
import { recordVersion, versionsOfDefinitions, type VersionOrigin } from '../store/area-versions.ts'
import { addWaiting, dropWaiting, findWaiting, removeWaiting } from '../guarding/waiting-changes.ts'
import type { WaitingRequest } from '../guarding/waiting-changes.ts'

/** A change to the access list, and whether its grants wait for an administrator. */
export type WrittenAccess = Omit<AccessChange, 'areaId' | 'now'>

interface Written extends SettledChange, Pick<Change, 'isDefault'> {
  access: WrittenAccess | null
  removedExamples?: string[]
  /** The draft that the change publishes, and which is deleted. Null if it publishes none. */
  publishedDraft?: PublishedDraft | null
  /** Why the area is changed, and the version that the change restores. */
  why?: Pick<VersionOrigin, 'reason' | 'restoredFrom'>
}

interface Stored {
  details: AreaDetails
  access: AccessOutcome
  /** IDs of the verified examples that were deleted. */
  deletedExamples: string[]
}

/**
 * Writes areas. Each call writes the area, pending changes, protections, access, and the caller's default in one
 * transaction.
 */
export interface AreaWriter {
  /** @param check runs first in the same transaction, so that two concurrent calls cannot both pass a limit */
  add(principal: Principal, written: Written, check: (db: Handle) => Promise<void>): Promise<Stored>
  /**
   * @returns null if the area has changed since `before` was read
   * @throws AppError area_not_found, forbidden; conflict if the published draft has changed
   */
  replace(principal: Principal, before: AreaRecord, written: Written): Promise<Stored | null>
  /** @throws AppError conflict if the area or the request has changed since it was read */
  approve(
    principal: Principal,
    before: AreaRecord,
    settled: SettledChange,
    request: WaitingRequest | null,
  ): Promise<AreaDetails>
}

export function createAreaWriter(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  protection: Pick<ProtectionService, 'protect'>,
): AreaWriter {
  /**
   * Stores pending changes, drops those that a newer change replaced, and protects the tables under an administrator's
   * rules.
   */
  async function settle(
    db: Handle,
    { userId }: Principal,
    before: AreaRecord | null,
    { after, waiting, protects }: SettledChange,
  ): Promise<void> {
    const moment = now().toISOString()
    const replaced = before === null ? [] : replacing.filter((part) => !isSame(before[part], after[part]))
    if (replaced.length > 0) await dropWaiting(db, after.id, replaced)
    if (waiting !== null) {
      await addWaiting(db, { areaId: after.id, requestedBy: userId, requestedAt: moment, change: waiting })
    }
    await protection.protect(db, protects, { reason: 'rule', protectedBy: userId, protectedAt: moment }, true)
  }

  async function makeDefault(db: Handle, { userId }: Principal, area: AreaRecord): Promise<void> {
    const { applicationId, id: areaId } = area
    await setDefault(db, { userId, applicationId, areaId, now: now().toISOString() })
  }

  async function update(db: Handle, before: AreaRecord, after: AreaRecord, origin: VersionOrigin): Promise<void> {
    const raised = { ...after, version: before.version + 1, updatedAt: momentAfter(before.updatedAt, now()) }
    const written = { ...raised, definitionVersions: versionsOfDefinitions(before, raised) }
    await updateArea(db, written)
    await recordVersion(db, before, written, origin)
    if (after.applicationId !== before.applicationId) await clearDefaultsOf(db, before.id)
  }

  async function changeList(
    db: Handle,
    principal: Principal,
    areaId: string,
    access: WrittenAccess | null,
  ): Promise<AccessOutcome> {
    if (access === null) return nothingChanged
    return atStep('access', () => changeAccess(db, principal, { ...access, areaId, now: now().toISOString() }))
  }

  return {
    add: (principal, { isDefault, access, why = noReason, ...settled }, check) =>
      store.transaction(async (transaction) => {
        await check(transaction)
        const after = { ...settled.after, definitionVersions: versionsOfDefinitions(null, settled.after) }
        await insertArea(transaction, after)
        await recordVersion(transaction, null, after, { userId: principal.userId, ...why })
        await settle(transaction, principal, null, settled)
        if (isDefault === true) await makeDefault(transaction, principal, after)
        const outcome = await changeList(transaction, principal, after.id, access)
        return {
          details: requireEditable(principal, await findArea(transaction, principal.userId, after.id)),
          access: outcome,
          deletedExamples: [],
        }
      }),
    replace: (principal, before, { isDefault, access, removedExamples = [], why = noReason, ...written }) =>
      store.transaction(async (transaction) => {
        const { userId } = principal
        const current = requireEditable(principal, await findArea(transaction, userId, before.id))
        if (current.area.version !== before.version) return null
        const { publishedDraft = null, ...settled } = written
        await update(transaction, before, settled.after, { userId, ...why })
        await settle(transaction, principal, before, settled)
        if (publishedDraft !== null) await publish(transaction, before.id, publishedDraft)
        if (isDefault === false) await clearDefault(transaction, userId, before.id)
        if (isDefault === true) await makeDefault(transaction, principal, settled.after)
        const deletedExamples = await deleteExamples(transaction, before.id, removedExamples)
        const outcome = await changeList(transaction, principal, before.id, access)
        const details = await findArea(transaction, userId, before.id)
        return details === null ? null : { details, access: outcome, deletedExamples }
      }),
    approve: (principal, before, settled, request) =>
      store.transaction(async (transaction) => {
        const { id } = before
        const { userId } = principal
        const current = requireEditable(principal, await findArea(transaction, userId, id))
        requireVersion(current.area, before.version)
        if (request !== null) {
          // The administrator has not seen anything that the owner asked for later.
          if ((await findWaiting(transaction, id))?.id !== request.id) throw new AppError('conflict')
          await removeWaiting(transaction, id)
        }
        await update(transaction, before, settled.after, { userId, ...noReason })
        await settle(transaction, principal, null, settled)
        const added = request?.change.grants ?? []
        await approveGrants(transaction, { areaId: id, added, by: userId, now: now().toISOString() })
        return requireEditable(principal, await findArea(transaction, userId, id))
      }),
  }
}

async function publish(
  transaction: Transaction<Database>,
  areaId: string,
  { revision, writeExamples }: PublishedDraft,
): Promise<void> {
  await writeExamples(transaction)
  await deleteDraft(transaction, areaId, revision)
}

const noReason = { reason: null, restoredFrom: null }

/** Whether a newer change to a part replaces the pending one. If not, both can be approved. */
const isReplacing: Record<ExposingProperty, boolean> = {
  rowRules: true,
  columnRules: true,
  visibility: true,
  tables: false,
  isActive: false,
  applicationId: false,
}
const replacing = (Object.keys(isReplacing) as ExposingProperty[]).filter((part) => isReplacing[part])

/** Gives two changes in the same millisecond different times. */
export function momentAfter(before: string, moment: Date): string {
  return new Date(Math.max(moment.getTime(), Date.parse(before) + 1)).toISOString()
}

import type { AreaAccessChange, AreaProblem } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { LicenseService } from '../../license/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import { createAreaChanges } from './area-changes.ts'
import type { AreaChangesDependencies, AreaEdit, Change, NewArea } from './area-changes.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { checkAreaCount, checkContent } from './edition.ts'
import type { ExposureGuard, SettledChange } from '../guarding/exposure-guard.ts'
import { requireActiveUser, requireEditable, requireVersion } from '../rights/guards.ts'
import { countAreas, deleteArea, findArea } from '../store/area-store.ts'
import type { AreaDetails, Handle } from '../store/area-store.ts'
import { nothingChanged, type AccessOutcome } from './change-access.ts'
import type { WaitingRequest } from '../guarding/waiting-changes.ts'
import { createAreaWriter, type WrittenAccess } from './write-area.ts'

/** How often to retry a change after a concurrent one, if the caller named no version. */
const attempts = 5

/** The result of a write: the area as stored, and warnings. */
export interface Saved {
  /** Null for a new area. */
  before: AreaRecord | null
  details: AreaDetails
  warnings: AreaProblem[]
  /** Whether a part of the change waits for an administrator. */
  isWaiting: boolean
  access: AccessOutcome
  /** IDs of the verified examples that the change deleted. */
  deletedExamples: string[]
}

export interface AreaSaver {
  /** @throws AppError not_found, bad_request, area_invalid, license_limit, license_feature, forbidden */
  create(principal: Principal, request: NewArea, origin?: 'import'): Promise<Saved>
  /**
   * Stores a change completely or not at all.
   * @param version the version that the caller has seen; null accepts any version
   * @throws AppError area_not_found, forbidden, conflict, and like `create`; its `step` names the part that failed
   */
  update(principal: Principal, id: string, edit: AreaEdit, version: number | null): Promise<Saved>
  /** @throws AppError not_found for an unknown user, conflict for an inactive one */
  transfer(principal: Principal, id: string, userId: string, version: number | null): Promise<Saved>
  /**
   * Approves what an area shows, including the change that its owner asked for.
   * @param version the version that the administrator has seen
   * @throws AppError area_not_found, conflict, and like `update`
   */
  approve(principal: Principal, id: string, version: number, change: WaitingRequest | null): Promise<Saved>
  /** @returns the area's name */
  remove(principal: Principal, id: string, version: number | null): Promise<string>
}

export interface AreaSaverDependencies extends AreaChangesDependencies {
  license: Pick<LicenseService, 'limits'>
  guard: ExposureGuard
  protection: Pick<ProtectionService, 'protect'>
}

export function createAreaSaver(context: AppContext, dependencies: AreaSaverDependencies): AreaSaver {
  const { store } = context
  const { license, guard, protection } = dependencies
  const changes = createAreaChanges(context, dependencies)
  const writer = createAreaWriter(context, protection)

  async function change(
    principal: Principal,
    id: string,
    version: number | null,
    make: (area: AreaRecord) => Promise<Change>,
    {
      access,
      removed_examples: removedExamples = [],
      change_reason: reason = null,
      restored_from: restoredFrom = null,
      published_draft: publishedDraft = null,
    }: Pick<AreaEdit, 'access' | 'removed_examples' | 'change_reason' | 'restored_from' | 'published_draft'> = {},
  ): Promise<Saved> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { area } = requireEditable(principal, await findArea(store.db, principal.userId, id))
      requireVersion(area, version)
      const made = await make(area)
      checkContent(await license.limits(), area, made.after)
      const warnings = await made.prove()
      const settled = await guard.settle(principal, area, made.after)
      const { isDefault } = made
      const grants = await accessOf(principal, settled, access)
      const written = await writer.replace(principal, area, {
        ...settled,
        isDefault,
        removedExamples,
        publishedDraft,
        access: grants,
        why: { reason, restoredFrom },
      })
      if (written !== null) return { ...written, before: area, warnings, isWaiting: waits(settled, written.access) }
    }
    throw new AppError('conflict')
  }

  /** Decides whether new grants wait: an owner's do if the area shows protected tables, or if its visibility waits. */
  async function accessOf(
    principal: Principal,
    { after, waiting }: SettledChange,
    access: AreaAccessChange | undefined,
  ): Promise<WrittenAccess | null> {
    if (access === undefined || Object.values(access).every((ids) => ids.length === 0)) return null
    const waitingVisibility = waiting?.visibility
    const isOwners = principal.role !== 'ADMIN'
    const mustWait = isOwners && (waitingVisibility !== undefined || (await guard.showsProtected(after)))
    return { ...access, waits: mustWait, waitingVisibility }
  }

  return {
    create: async (principal, request, origin) => {
      const { after, prove, isDefault } = await changes.create(principal, request)
      const allowed = await license.limits()
      checkAreaCount(allowed, await countAreas(store.db))
      checkContent(allowed, null, after)
      const warnings = await prove()
      const settled = await guard.settle(principal, null, after, origin)
      const check = async (db: Handle) => checkAreaCount(await license.limits(db), await countAreas(db))
      const access = await accessOf(principal, settled, request.access)
      const written = await writer.add(principal, { ...settled, isDefault, access }, check)
      return { ...written, before: null, warnings, isWaiting: waits(settled, written.access) }
    },
    update: (principal, id, edit, version) =>
      change(principal, id, version, (before) => changes.update(principal, before, edit), edit),
    transfer: (principal, id, userId, version) =>
      change(principal, id, version, async (before) => {
        await requireActiveUser(store.db, userId)
        return { after: { ...before, ownerId: userId }, prove: async () => [] }
      }),
    approve: async (principal, id, version, request) => {
      const { area } = requireEditable(principal, await findArea(store.db, principal.userId, id))
      requireVersion(area, version)
      const made = request === null ? null : await changes.approve(principal, area, request.change)
      if (made !== null) checkContent(await license.limits(), area, made.after)
      const warnings = (await made?.prove()) ?? []
      const settled = await guard.approve(made?.after ?? area)
      const details = await writer.approve(principal, area, settled, request)
      return { before: area, details, warnings, isWaiting: false, access: nothingChanged, deletedExamples: [] }
    },
    remove: (principal, id, version) =>
      store.transaction(async (transaction) => {
        const { area } = requireEditable(principal, await findArea(transaction, principal.userId, id))
        requireVersion(area, version)
        await deleteArea(transaction, id)
        return area.name
      }),
  }
}

function waits({ waiting }: SettledChange, { requested }: AccessOutcome): boolean {
  return waiting !== null || requested.length > 0
}

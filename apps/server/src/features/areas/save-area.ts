import type { AreaJoin, AreaProblem, AreaTableInput } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { LicenseService } from '../license/service.ts'
import { createAreaChanges } from './area-changes.ts'
import type { AreaBasics, AreaChangesDependencies, Change, NewArea } from './area-changes.ts'
import type { AreaRecord } from './area-record.ts'
import { checkAreaCount, checkContent } from './edition.ts'
import { requireActiveUser, requireEditable, requireVersion } from './guards.ts'
import {
  clearDefault,
  clearDefaultsOf,
  countAreas,
  deleteArea,
  findArea,
  insertArea,
  setDefault,
  updateArea,
} from './store.ts'
import type { AreaDetails, Handle } from './store.ts'

/** Times that a change is worked out anew because another one came first, where the caller named no version. */
const attempts = 5

/** What a write call left: the area as it wrote it, and what was found without refusing it. */
export interface Saved {
  details: AreaDetails
  warnings: AreaProblem[]
}

export interface AreaSaver {
  /** @throws AppError not_found, bad_request, area_invalid, license_limit, license_feature, forbidden */
  create(principal: Principal, request: NewArea): Promise<Saved>
  /**
   * The basic data with the rules.
   * @param version the one that the caller has seen; null: whichever is there
   * @throws AppError area_not_found, forbidden, conflict, and like `create`
   */
  update(principal: Principal, id: string, request: AreaBasics, version: number | null): Promise<Saved>
  updateTables(principal: Principal, id: string, tables: AreaTableInput[], version: number | null): Promise<Saved>
  updateJoins(principal: Principal, id: string, joins: AreaJoin[], version: number | null): Promise<Saved>
  /** @throws AppError not_found for an unknown user, conflict for one who is not active */
  transfer(principal: Principal, id: string, userId: string, version: number | null): Promise<Saved>
  /** @returns the area's name */
  remove(principal: Principal, id: string, version: number | null): Promise<string>
}

export interface AreaSaverDependencies extends AreaChangesDependencies {
  license: Pick<LicenseService, 'limits'>
}

export function createAreaSaver(context: AppContext, dependencies: AreaSaverDependencies): AreaSaver {
  const { store, now } = context
  const { license } = dependencies
  const changes = createAreaChanges(context, dependencies)

  async function change(
    principal: Principal,
    id: string,
    version: number | null,
    make: (area: AreaRecord) => Promise<Change>,
  ): Promise<Saved> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { area } = requireEditable(principal, await findArea(store.db, principal.userId, id))
      requireVersion(area, version)
      const made = await make(area)
      checkContent(await license.limits(), area, made.after)
      const warnings = await made.prove()
      const details = await write(principal, area, made)
      if (details !== null) return { details, warnings }
    }
    throw new AppError('conflict')
  }

  /** @returns null when the area is not what the change was made from any more */
  function write(principal: Principal, before: AreaRecord, { after, isDefault }: Change): Promise<AreaDetails | null> {
    return store.transaction(async (transaction) => {
      const current = requireEditable(principal, await findArea(transaction, principal.userId, before.id))
      if (current.area.version !== before.version) return null
      const moment = momentAfter(before.updatedAt, now())
      await updateArea(transaction, { ...after, version: before.version + 1, updatedAt: moment })
      if (after.applicationId !== before.applicationId) await clearDefaultsOf(transaction, before.id)
      if (isDefault === false) await clearDefault(transaction, principal.userId, before.id)
      if (isDefault === true) await makeDefault(transaction, principal, after)
      return findArea(transaction, principal.userId, before.id)
    })
  }

  async function makeDefault(db: Handle, { userId }: Principal, area: AreaRecord): Promise<void> {
    const { applicationId, id: areaId } = area
    await setDefault(db, { userId, applicationId, areaId, now: now().toISOString() })
  }

  return {
    create: async (principal, request) => {
      const { after, prove, isDefault } = await changes.create(principal, request)
      const allowed = await license.limits()
      checkAreaCount(allowed, await countAreas(store.db))
      checkContent(allowed, null, after)
      const warnings = await prove()
      const details = await store.transaction(async (transaction) => {
        checkAreaCount(await license.limits(transaction), await countAreas(transaction))
        await insertArea(transaction, after)
        if (isDefault === true) await makeDefault(transaction, principal, after)
        return requireEditable(principal, await findArea(transaction, principal.userId, after.id))
      })
      return { details, warnings }
    },
    update: (principal, id, request, version) =>
      change(principal, id, version, (before) => changes.update(principal, before, request)),
    updateTables: (principal, id, tables, version) =>
      change(principal, id, version, (before) => changes.replaceTables(principal, before, tables)),
    updateJoins: (principal, id, joins, version) =>
      change(principal, id, version, (before) => changes.replaceJoins(principal, before, joins)),
    transfer: (principal, id, userId, version) =>
      change(principal, id, version, async (before) => {
        await requireActiveUser(store.db, userId)
        return { after: { ...before, ownerId: userId }, prove: async () => [] }
      }),
    remove: (principal, id, version) =>
      store.transaction(async (transaction) => {
        const { area } = requireEditable(principal, await findArea(transaction, principal.userId, id))
        requireVersion(area, version)
        await deleteArea(transaction, id)
        return area.name
      }),
  }
}

/** Two changes in one millisecond must not look like one. */
function momentAfter(before: string, moment: Date): string {
  return new Date(Math.max(moment.getTime(), Date.parse(before) + 1)).toISOString()
}

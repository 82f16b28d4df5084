import type { Area, AreaAccessChange, AreaEditionLimits, AreaListItem, Catalogue } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import type { AreaHints } from '../../agent/area-hints.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { isAreaGranted } from '../../effective-rights/granted.ts'
import type { AuditService } from '../audit/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { ProtectionService } from '../protection/service.ts'
import { createAreaAccess, recordAccess } from './editing/area-access.ts'
import { atStep } from './editing/at-step.ts'
import { inheritAreas } from './editing/inherit-areas.ts'
import type { AreaAccessService } from './editing/area-access.ts'
import { createAreaChanges } from './editing/area-changes.ts'
import { createDraftReader, type DraftReader } from './drafting/draft-reader.ts'
import { createApprovals } from './approving/approvals.ts'
import type { ApprovalsService } from './approving/approvals.ts'
import type { AreaEdit, NewArea, ProveCardinality } from './editing/area-changes.ts'
import type { AreaDraft, AreaProof, AreaRecord } from './store/area-record.ts'
import type { AreaScopes } from './scoping/area-scopes.ts'
import { createExposureGuard } from './guarding/exposure-guard.ts'
import type { ExposureGuard } from './guarding/exposure-guard.ts'
import { privateText, requireEditable, requireVisible } from './rights/guards.ts'
import type { ReadDatabases } from './scoping/known-databases.ts'
import { mayEdit, maySee, mayUse, metBy } from './rights/policy.ts'
import { presentArea, presentSummary } from './present.ts'
import { createAreaResolver } from './scoping/resolve-area.ts'
import type { AreaResolver, AskedPlace } from './scoping/resolve-area.ts'
import { recordedChanges } from './editing/recorded-changes.ts'
import { createAreaSaver } from './editing/save-area.ts'
import type { AreaSaver, Saved } from './editing/save-area.ts'
import type { Handle } from './store/area-store.ts'
import { countAreas, findArea, findDefault, findAreaBasics, listAreas, setDefault } from './store/area-store.ts'
import { findWaiting, presentWaiting } from './guarding/waiting-changes.ts'

export { chooseDatabase } from './previewing/choose-database.ts'
export type { RecommendArea } from './recommending/recommend-area.ts'
export type { ActingPlace, PreviewService } from './previewing/preview-area.ts'

/** The version of an area that its editor has seen. Null accepts any version. */
type Version = number | null

/** The place of a question, which may be a draft. */
export interface DraftablePlace extends AskedPlace {
  /** Who asks in the draft of the area, or lets someone else ask there; null for the published area. */
  draftOf?: Principal | null
}

export interface AreasService extends Pick<AreaResolver, 'resolve' | 'requireUsable'> {
  access: AreaAccessService
  approvals: ApprovalsService
  guard: ExposureGuard
  drafts: DraftReader
  /** Lists the areas that the caller may see, in one application or in all. */
  list(principal: Principal, applicationId: string | null): Promise<AreaListItem[]>
  /** Lists the areas in which a user can ask questions. */
  listUsable(principal: Principal): Promise<AreaListItem[]>
  /**
   * Finds the caller's default in an application, by default that of the selected database. Null if there is none or it
   * cannot be used any more.
   */
  getDefault(principal: Principal, applicationId: string | null): Promise<AreaListItem | null>
  /** @throws AppError area_not_found, also if the caller may not see the area */
  get(principal: Principal, id: string): Promise<Area>
  /** Returns the stored area to its owner and administrators. @throws AppError area_not_found, forbidden */
  getEditable(principal: Principal, id: string): Promise<AreaRecord>
  /** Throws like `AreaSaver`. */
  create(principal: Principal, request: NewArea, origin?: 'import'): Promise<Area>
  update(principal: Principal, id: string, edit: AreaEdit, version: Version): Promise<Area>
  transfer(principal: Principal, id: string, userId: string, version: Version): Promise<Area>
  remove(principal: Principal, id: string, version: Version): Promise<{ area_id: string; message: string }>
  /** @throws AppError area_not_found; forbidden for another user's private area */
  setDefault(principal: Principal, id: string): Promise<AreaListItem>
  /** The limits of the installed edition, with the number of areas that the caller may see. */
  limits(principal: Principal): Promise<AreaEditionLimits>
  /** Hints about the data of a question's area. Null in 'All Tables'. Throws like `resolve` and `DraftReader`. */
  hints(principal: Principal, place: DraftablePlace): Promise<AreaHints | null>
  /** What the area's words mean, over a catalog of what the user may see. Null without an area or definitions. */
  definitions(principal: Principal, place: DraftablePlace, catalogue: Catalogue): Promise<SemanticModel | null>
  /**
   * Whether a user may ask questions in an area, as it is or as a draft would make it. Does not check who wants to know.
   * @throws AppError area_not_found
   */
  isUsableBy(principal: Principal, id: string, draft?: UsableDraft): Promise<boolean>
  /** Whether an administrator approved a user for the protected tables of an area. */
  reachesProtected(principal: Principal, id: string): Promise<boolean>
  /** The owner of the area. Null if it has none or is gone. */
  ownerOf(areaId: string): Promise<string | null>
  /** Gives every area of one user to another, as a part of an administrator's transaction. @returns how many */
  inherit(db: Handle, from: string, to: string): Promise<number>
  listAccess: AreaAccessService['listAccess']
  setAccess: AreaAccessService['setAccess']
}

export interface AreasDependencies {
  connections: Pick<ConnectionsService, 'getActive' | 'usableIds'>
  catalog: Pick<CatalogService, 'get'>
  license: Pick<LicenseService, 'limits'>
  audit: AuditService
  readDatabases: ReadDatabases
  scopes: AreaScopes
  protection: ProtectionService
  /** Proves names, joins and rules against the tested databases of the area's application. */
  prove: (draft: AreaDraft, principal: Principal) => Promise<AreaProof>
  proveCardinality: ProveCardinality
}

export function createAreasService(context: AppContext, dependencies: AreasDependencies): AreasService {
  const { store } = context
  const { connections, catalog, scopes, license, audit, readDatabases, prove, proveCardinality, protection } =
    dependencies
  const resolver = createAreaResolver(context, { catalog, scopes, protection })
  const guard = createExposureGuard(context, { readDatabases, protection })
  const access = createAreaAccess(context, { audit, guard })
  const defaults = createDefaults(context, connections)
  const forChanges = { connections, readDatabases, prove, proveCardinality }
  const saver = createAreaSaver(context, { ...forChanges, license, guard, protection })
  const drafts = createDraftReader(context, createAreaChanges(context, forChanges))
  const approvals = createApprovals(context, { saver, scopes, readDatabases, audit })

  const requireSeen = async (principal: Principal, id: string) =>
    requireVisible(principal, await findArea(store.db, principal.userId, id))

  async function present(principal: Principal, { details, warnings, isWaiting }: Shown): Promise<Area> {
    const { area } = details
    const known = await readDatabases(area.applicationId)
    const isEditor = mayEdit(principal, area)
    const waiting = isEditor ? await findWaiting(store.db, area.id) : null
    const shown = presentArea(details, principal, known, warnings)
    return {
      ...shown,
      pending_approval: waiting && presentWaiting(waiting),
      waiting_tables: isEditor ? await approvals.waitingTables(area) : [],
      ...(isWaiting ? { status: 'pending_approval' } : {}),
    }
  }

  const draftFor = async ({ draftOf = null }: DraftablePlace, areaId: string) =>
    draftOf === null ? null : (await drafts.read(draftOf, areaId)).area

  return {
    access,
    approvals,
    guard,
    drafts,
    resolve: (principal, place) => resolver.resolve(principal, place),
    requireUsable: (principal, place) => resolver.requireUsable(principal, place),
    list: async (principal, applicationId) => {
      const all = await listAreas(store.db, principal.userId, applicationId)
      return all.filter((area) => maySee(principal, area)).map((area) => presentSummary(area, principal))
    },
    listUsable: async (principal) => {
      const all = await listAreas(store.db, principal.userId, null)
      const usable = all.filter((area) => area.isActive && mayUse(principal, area))
      return usable.map((area) => presentSummary(area, principal))
    },
    get: async (principal, id) =>
      present(principal, { details: await requireSeen(principal, id), warnings: [], isWaiting: false }),
    getEditable: async (principal, id) =>
      requireEditable(principal, await findArea(store.db, principal.userId, id)).area,
    ...createWrites({ saver, audit, present }),
    ...defaults,
    limits: async (principal) => {
      const limits = await license.limits()
      const isAdmin = principal.role === 'ADMIN'
      const seen = isAdmin ? null : await listAreas(store.db, principal.userId, null)
      const count = seen?.filter((area) => maySee(principal, area)).length ?? (await countAreas(store.db))
      return { ...limits, current_business_areas: count }
    },
    hints: async (principal, place) => {
      const area = await resolver.areaFor(principal, place)
      if (area === null) return null
      return scopes.hintsOf(metBy(principal, area), place.connectionId, await draftFor(place, area.id))
    },
    definitions: async (principal, place, catalogue) => {
      const area = await resolver.areaFor(principal, place)
      if (area === null) return null
      const met = metBy(principal, area)
      const { connectionId } = place
      return scopes.definitionsOf({ met, connectionId, catalogue, draft: await draftFor(place, area.id) })
    },
    ...createAreaChecks(context),
    inherit: (db, from, to) => inheritAreas(db, { from, to }, context),
    listAccess: (principal, userId) => access.listAccess(principal, userId),
    setAccess: (principal, areaId, change) => access.setAccess(principal, areaId, change),
  }
}

type Shown = Omit<Saved, 'before' | 'access' | 'deletedExamples'>
type Present = (principal: Principal, saved: Shown) => Promise<Area>
type Writes = Pick<AreasService, 'create' | 'update' | 'transfer' | 'remove'>

type AreaWrite = 'area.create' | 'area.transfer' | 'area.update' | 'area.update-joins' | 'area.update-tables'

/** The calls that change an area and record it in the audit log. */
function createWrites({ saver, audit, present }: { saver: AreaSaver; audit: AuditService; present: Present }): Writes {
  async function saved(principal: Principal, action: AreaWrite, saving: Promise<Saved>): Promise<Area> {
    const made = await saving
    const { id, name, version, visibility, tables, ownerId } = made.details.area
    if (made.isWaiting) {
      const target = { targetKind: 'area', targetId: id, targetName: name } as const
      await audit.record({ action: 'area.request-change', outcome: 'allowed', userId: principal.userId, ...target })
    }
    await audit.record({
      action,
      outcome: 'allowed',
      userId: principal.userId,
      targetKind: 'area',
      targetId: id,
      targetName: name,
      detail: { version, visibility, tables: tables.length, ...(action === 'area.transfer' && { user: ownerId }) },
      ...(made.before !== null && { changes: recordedChanges(made.before, made.details.area) }),
    })
    await recordAccess(audit, principal, { id, name }, made.access)
    for (const targetId of made.deletedExamples) {
      const target = { targetKind: 'example', targetId, detail: { area: id } } as const
      await audit.record({ action: 'example.delete', outcome: 'allowed', userId: principal.userId, ...target })
    }
    return atStep('reload', () => present(principal, made))
  }

  return {
    create: (principal, request, origin) => saved(principal, 'area.create', saver.create(principal, request, origin)),
    update: (principal, id, edit, version) =>
      saved(principal, actionOf(edit), saver.update(principal, id, edit, version)),
    transfer: (principal, id, userId, version) =>
      saved(principal, 'area.transfer', saver.transfer(principal, id, userId, version)),
    remove: async (principal, id, version) => {
      const name = await saver.remove(principal, id, version)
      await audit.record({
        action: 'area.delete',
        outcome: 'allowed',
        userId: principal.userId,
        targetKind: 'area',
        targetId: id,
        targetName: name,
      })
      return { area_id: id, message: 'Business area deleted successfully!' }
    },
  }
}

/** A call for only the tables or only the relationships has its own action. */
function actionOf(edit: AreaEdit): AreaWrite {
  if (edit.area_name !== undefined) return 'area.update'
  return edit.tables === undefined ? 'area.update-joins' : 'area.update-tables'
}

interface UsableDraft {
  area: AreaRecord
  access: AreaAccessChange
}

type AreaChecks = Pick<AreasService, 'isUsableBy' | 'reachesProtected' | 'ownerOf'>

/** Determines what a user may do in an area. */
function createAreaChecks({ store }: AppContext): AreaChecks {
  return {
    reachesProtected: async (principal, id) => {
      const area = await findAreaBasics(store.db, principal.userId, id)
      return area !== null && metBy(principal, area).isReachApproved
    },
    isUsableBy: async (principal, id, draft) => {
      const { userId } = principal
      if (draft !== undefined) {
        const isGranted = await isAreaGranted(store.db, { areaId: id, userId, change: draft.access })
        return draft.area.isActive && mayUse(principal, { ...draft.area, isGranted })
      }
      const stored = await findAreaBasics(store.db, userId, id)
      if (stored === null) throw new AppError('area_not_found')
      return stored.isActive && mayUse(principal, stored)
    },
    ownerOf: async (areaId) => {
      const row = await store.db.selectFrom('areas').select('owner_id').where('id', '=', areaId).executeTakeFirst()
      return row?.owner_id ?? null
    },
  }
}

type Defaults = Pick<AreasService, 'getDefault' | 'setDefault'>

function createDefaults({ store, now }: AppContext, connections: AreasDependencies['connections']): Defaults {
  const selectedApplication = async (principal: Principal): Promise<string | null> =>
    (await connections.getActive(principal))?.application_id ?? null

  return {
    getDefault: async (principal, named) => {
      const applicationId = named ?? (await selectedApplication(principal))
      if (applicationId === null) return null
      const chosen = await findDefault(store.db, principal.userId, applicationId)
      if (chosen === null || !chosen.isActive || !mayUse(principal, chosen)) return null
      const details = await findArea(store.db, principal.userId, chosen.id)
      return details === null ? null : presentSummary(details.summary, principal)
    },
    setDefault: async (principal, id) => {
      const { summary } = requireVisible(principal, await findArea(store.db, principal.userId, id))
      if (!mayUse(principal, summary)) throw new AppError('forbidden', { detail: privateText })
      const { userId } = principal
      const { applicationId } = summary
      await setDefault(store.db, { userId, applicationId, areaId: id, now: now().toISOString() })
      return presentSummary({ ...summary, isDefault: true }, principal)
    },
  }
}

import { message } from '@parlance/contract'
import type { AreaAccessChange, areaDraftSchema } from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { LicenseService } from '../../license/service.ts'
import { noAccessChange } from '../../../effective-rights/granted.ts'
import { requireGroupsKnown } from '../editing/change-access.ts'
import { createAreaChanges } from '../editing/area-changes.ts'
import type { AreaChangesDependencies } from '../editing/area-changes.ts'
import { checkContent } from '../editing/edition.ts'
import type { ExposureGuard } from '../guarding/exposure-guard.ts'
import { requireEditable } from '../rights/guards.ts'
import { findArea } from '../store/area-store.ts'
import type { AreaRecord } from '../store/area-record.ts'

/** The unsaved parts of an area, and the area that they change. */
export interface UnsavedArea extends z.output<typeof areaDraftSchema> {
  /** Absent for a new area. */
  area_id?: string | undefined
  /** Required for a new area. */
  application_id?: string | undefined
}

/** An area as it would apply right after saving a draft. */
export interface SettledDraft {
  /** Null for a new area. */
  before: AreaRecord | null
  area: AreaRecord
  access: AreaAccessChange
  /** Whether a part waits for an administrator, so that `area` does not contain it (R24). */
  waits: boolean
}

/** Works out what saving a draft would do, and stores nothing. */
export interface DraftSettler {
  /** @throws AppError area_not_found, forbidden, bad_request, not_found, area_invalid for a table that doesn't exist */
  settle(viewer: Principal, draft: UnsavedArea): Promise<SettledDraft>
  /** Also refuses everything that saving would refuse. @throws AppError license_limit, license_feature, area_invalid */
  settleProven(viewer: Principal, draft: UnsavedArea): Promise<SettledDraft>
}

export interface DraftSettlerDependencies extends Omit<AreaChangesDependencies, 'proveCardinality'> {
  license: Pick<LicenseService, 'limits'>
  guard: Pick<ExposureGuard, 'settle'>
}

/** Creates the service that previews share with saving: the same changes, checks, and approvals. */
export function createDraftSettler(context: AppContext, dependencies: DraftSettlerDependencies): DraftSettler {
  const { license, guard } = dependencies
  // A preview runs at each change of the form, so it doesn't ask the databases about keys.
  const changes = createAreaChanges(context, { ...dependencies, proveCardinality: async () => [] })

  async function changeOf(viewer: Principal, draft: UnsavedArea) {
    const { area_id: id, access: _, ...edit } = draft
    if (id !== undefined) {
      const { area } = requireEditable(viewer, await findArea(context.store.db, viewer.userId, id))
      return { before: area, ...(await changes.update(viewer, area, edit)) }
    }
    if (viewer.role !== 'ADMIN')
      throw new AppError('forbidden', { detail: message('Only administrators can create business areas.') })
    const { application_id: applicationId, tables = [], visibility = 'private' } = edit
    if (applicationId === undefined)
      throw new AppError('bad_request', { detail: message('Choose an application for the business area.') })
    const request = { ...edit, application_id: applicationId, tables, visibility, joins: [], area_name: '' }
    return { before: null, ...(await changes.create(viewer, { ...request, is_default: false, is_active: true })) }
  }

  async function settled(
    viewer: Principal,
    draft: UnsavedArea,
    { before, after }: Pick<Awaited<ReturnType<typeof changeOf>>, 'before' | 'after'>,
  ): Promise<SettledDraft> {
    const access = draft.access ?? noAccessChange
    requireGroupsKnown(viewer, access)
    const { after: area, waiting } = await guard.settle(viewer, before, after)
    return { before, area, access, waits: waiting !== null }
  }

  return {
    settle: async (viewer, draft) => settled(viewer, draft, await changeOf(viewer, draft)),
    settleProven: async (viewer, draft) => {
      const change = await changeOf(viewer, draft)
      checkContent(await license.limits(), change.before, change.after)
      await change.prove()
      return settled(viewer, draft, change)
    },
  }
}

import { areaSteps, message, type Area, type AreaStep, type Message } from '@parlance/contract'
import { createArea, updateArea } from '../../../api/areas.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { createRequestOf, joinsOf, updateRequestOf, type AreaForm } from './area-form.ts'

export type SaveStep = 'create' | AreaStep

export type SaveOutcome = { saved: Area } | { failed: SaveStep; error: unknown }

/**
 * Saves an area with one request, which stores everything or nothing. The request contains the version that was loaded,
 * so that another user's change is never overwritten.
 */
export async function saveArea(base: Area | null, form: AreaForm): Promise<SaveOutcome> {
  try {
    if (base === null) return { saved: await createArea(createRequestOf(form)) }
    return { saved: await updateArea(base.area_id, base.version, updateRequestOf(form)) }
  } catch (error) {
    return { failed: failedStep(base === null, error), error }
  }
}

/** The step that the server names. Without a name, nothing was stored. */
function failedStep(isNew: boolean, error: unknown): SaveStep {
  const body = error instanceof ApiError ? error.body : null
  const step = typeof body === 'object' && body !== null && 'step' in body ? body.step : null
  const known = areaSteps.find((one) => one === step)
  if (isNew) return known === 'reload' ? known : 'create'
  return known ?? 'basic'
}

/** The message for a step that failed. */
export function failureOfStep(step: SaveStep, base: Area | null, form: AreaForm): Message {
  if (step === 'joins') return joinsFailure(base?.joins.length ?? 0, joinsOf(form).length)
  return {
    create: message('Failed to save business area'),
    basic: message('Failed to update business area'),
    tables: message('Failed to update tables'),
    access: form.access.add.length > 0 ? message('Failed to grant access') : message('Failed to revoke access'),
    reload: message('Failed to retrieve updated business area'),
  }[step]
}

function joinsFailure(before: number, now: number): Message {
  if (before === 0 && now === 1) return message('Failed to add join')
  return now === 0 ? message('Failed to remove join') : message('Failed to update joins')
}

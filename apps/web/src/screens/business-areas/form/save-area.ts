import { message, type Area, type Message } from '@parlance/contract'
import { createArea, getArea, updateArea, updateAreaJoins, updateAreaTables } from '../../../api/areas.ts'
import { createRequestOf, joinsOf, tableRequestOf, updateRequestOf, type AreaForm } from './area-form.ts'

export type SaveStep = 'create' | 'basic' | 'tables' | 'joins' | 'reload'

export type SaveOutcome =
  | { saved: Area }
  /** `reached` is the area after the last successful step; null if there was none. */
  | { failed: SaveStep; error: unknown; reached: Area | null }

/**
 * Saves a new area with one request, an existing one in steps: basic data, tables, joins. Each step sends the version
 * that the previous one returned, so that another user's change is never overwritten.
 */
export async function saveArea(base: Area | null, form: AreaForm): Promise<SaveOutcome> {
  if (base === null) return attempt('create', null, () => createArea(createRequestOf(form)))
  const basic = await attempt('basic', null, () => updateArea(base.area_id, base.version, updateRequestOf(form)))
  if ('failed' in basic) return basic
  const tables = await attempt('tables', basic.saved, ({ area_id: id, version }) =>
    updateAreaTables(id, version, form.tables.map(tableRequestOf)),
  )
  if ('failed' in tables) return tables
  const joins = joinsOf(form)
  // Save an empty list of joins too; otherwise the removed joins would stay.
  if (joins.length === 0 && base.joins.length === 0) {
    // Reloading returns no warnings; those of the last step still apply.
    return attempt('reload', tables.saved, async ({ area_id: id, warnings }) => ({ ...(await getArea(id)), warnings }))
  }
  return attempt('joins', tables.saved, ({ area_id: id, version }) => updateAreaJoins(id, version, joins))
}

async function attempt<Before extends Area | null>(
  step: SaveStep,
  reached: Before,
  work: (reached: Before) => Promise<Area>,
): Promise<SaveOutcome> {
  try {
    const saved = await work(reached)
    // A part from an earlier step is still pending, although only that step's answer said so.
    return { saved: reached?.status === undefined ? saved : { ...saved, status: reached.status } }
  } catch (error) {
    return { failed: step, error, reached }
  }
}

/** The message for a step that failed without a message from the server. */
export function failureOfStep(step: SaveStep, base: Area | null, form: AreaForm): Message {
  if (step === 'joins') return joinsFailure(base?.joins.length ?? 0, joinsOf(form).length)
  return {
    create: message('Failed to save business area'),
    basic: message('Failed to update business area'),
    tables: message('Failed to update tables'),
    reload: message('Failed to retrieve updated business area'),
  }[step]
}

function joinsFailure(before: number, now: number): Message {
  if (before === 0 && now === 1) return message('Failed to add join')
  return now === 0 ? message('Failed to remove join') : message('Failed to update joins')
}

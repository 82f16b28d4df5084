import { randomUUID } from 'node:crypto'
import { evaluationLimits, message } from '@parlance/contract'
import type {
  createEvaluationSetRequestSchema,
  EvaluationBadges,
  EvaluationSet,
  updateEvaluationSetRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationSetRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { jsonOf, later } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { presentSet } from './present.ts'
import { findActiveRun, findLastRun } from './store/run-store.ts'
import { deleteSet, findSet, insertSet, listEvaluatedAreas, listSets, updateSet } from './store/set-store.ts'
import type { SetDetails } from './store/set-store.ts'

type Created = z.output<typeof createEvaluationSetRequestSchema>
type Updated = z.output<typeof updateEvaluationSetRequestSchema>

export interface SetService {
  /** Lists the sets of an area for its editors, oldest first. @throws AppError area_not_found, forbidden */
  list(principal: Principal, areaId: string): Promise<EvaluationSet[]>
  get(principal: Principal, areaId: string, setId: string): Promise<EvaluationSet>
  /** @throws AppError conflict for a known name, bad_request for too many; like a preview, for its user and database */
  create(principal: Principal, areaId: string, request: Created): Promise<EvaluationSet>
  /** Throws like `create`. @throws AppError conflict if someone else changed it in the meantime */
  update(principal: Principal, areaId: string, setId: string, request: Updated): Promise<EvaluationSet>
  /** Deletes a set with its questions and runs. A run in progress ends. */
  remove(principal: Principal, areaId: string, setId: string): Promise<void>
  /** The last run of each area that the caller can edit. */
  badges(principal: Principal): Promise<EvaluationBadges>
}

export function createSetService(core: EvaluationCore): SetService {
  const { areas, areaPreviews, requireSet } = core
  const { store, now } = core.context
  const { db } = store

  async function present(principal: Principal, set: SetDetails): Promise<EvaluationSet> {
    const names = await core.namesFor(principal, set.area_id)
    const [active, last] = [await findActiveRun(db, set.id), await findLastRun(db, set.id)]
    return presentSet(await names(set), { active: active && (await names(active)), last: last && (await names(last)) })
  }

  async function reload(principal: Principal, areaId: string, id: string): Promise<EvaluationSet> {
    const set = await findSet(db, areaId, id)
    if (set === null) throw new AppError('not_found')
    return present(principal, set)
  }

  /** Checks the database and the user of a set as the caller, and returns the database. */
  async function settle(principal: Principal, areaId: string, request: Created | Updated, known: string | null) {
    const wanted = request.database_config_id ?? known
    const place = { userId: request.run_as_user_id ?? principal.userId, connectionId: wanted }
    return (await areaPreviews.actAs(principal, areaId, place)).connectionId
  }

  return {
    list: async (principal, areaId) => {
      await areas.getEditable(principal, areaId)
      return Promise.all((await listSets(db, areaId)).map((set) => present(principal, set)))
    },
    get: async (principal, areaId, setId) => present(principal, await requireSet(principal, areaId, setId)),
    create: async (principal, areaId, request) => {
      await areas.getEditable(principal, areaId)
      const connectionId = await settle(principal, areaId, request, null)
      const row = newSet({ areaId, connectionId, by: principal.userId, now: now(), name: request.name })
      const filled = { ...row, ...changeOf(request) }
      await store
        .transaction(async (transaction) => {
          if ((await listSets(transaction, areaId)).length >= evaluationLimits.sets) throw tooMany()
          await insertSet(transaction, filled)
        })
        .catch(refuseKnownName)
      return reload(principal, areaId, row.id)
    },
    update: async (principal, areaId, setId, request) => {
      const set = await requireSet(principal, areaId, setId)
      const { expected_updated_at: expected } = request
      const isPlaced = request.database_config_id !== undefined || Boolean(request.run_as_user_id)
      const placed = isPlaced ? { connection_id: await settle(principal, areaId, request, set.connection_id) } : {}
      const moment = { updated_by: principal.userId, updated_at: later(set.updated_at, now()) }
      await store
        .transaction(async (transaction) => {
          const current = await findSet(transaction, areaId, setId)
          if (current === null) throw new AppError('not_found')
          if (expected !== undefined && expected !== current.updated_at) throw new AppError('conflict')
          await updateSet(transaction, setId, { ...changeOf(request), ...placed, ...moment })
        })
        .catch(refuseKnownName)
      return reload(principal, areaId, setId)
    },
    remove: async (principal, areaId, setId) => {
      await requireSet(principal, areaId, setId)
      await deleteSet(db, setId)
    },
    badges: async (principal) => {
      const evaluated = await listEvaluatedAreas(db)
      const all = await areas.list(principal, null)
      const editable = all.filter(({ area_id, can_edit }) => can_edit && evaluated.has(area_id))
      const badges = await Promise.all(editable.map(({ area_id }) => badgeOf(area_id)))
      return { badges: badges.flat() }
    },
  }

  /** The run that ended last among the sets of an area. */
  async function badgeOf(areaId: string): Promise<EvaluationBadges['badges']> {
    const sets = await listSets(db, areaId)
    const runs = await Promise.all(sets.map(async (set) => ({ set, run: await findLastRun(db, set.id) })))
    const ended = runs.flatMap(({ set, run }) => {
      const endedAt = run?.ended_at ?? null
      return run === null || endedAt === null ? [] : [{ set, run, endedAt }]
    })
    const [last] = ended.toSorted((one, other) => (one.endedAt < other.endedAt ? 1 : -1))
    if (last === undefined) return []
    const { set, run, endedAt } = last
    const figures = { right: run.right, total: run.total, ended_at: endedAt, has_fallen: run.notice !== null }
    return [{ area_id: areaId, set_id: set.id, set_name: set.name, run_id: run.id, ...figures }]
  }
}

/** A set with the defaults of everything that its creator didn't choose. */
export function newSet(made: {
  areaId: string
  connectionId: string | null
  name: string
  by: string | null
  now: Date
}): EvaluationSetRow {
  const moment = made.now.toISOString()
  return {
    id: randomUUID(),
    area_id: made.areaId,
    connection_id: made.connectionId,
    name: made.name,
    description: null,
    today: null,
    run_as: null,
    model: null,
    prices: null,
    budget: null,
    runs_after_changes: 0,
    alerts: 0,
    next_run: 1,
    seen_state: null,
    changed_by: null,
    changed_at: null,
    created_by: made.by,
    updated_by: made.by,
    created_at: moment,
    updated_at: moment,
  }
}

function changeOf(request: Created | Updated): Partial<EvaluationSetRow> {
  const { name, description, today, run_as_user_id, model, prices, budget, runs_after_changes, alerts } = request
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(today === undefined ? {} : { today }),
    ...(run_as_user_id === undefined ? {} : { run_as: run_as_user_id }),
    ...(model === undefined ? {} : { model: jsonOf(model) }),
    ...(prices === undefined ? {} : { prices: jsonOf(prices) }),
    ...(budget === undefined ? {} : { budget: jsonOf(budget) }),
    // What changed before is not a reason to run.
    ...(runs_after_changes === undefined
      ? {}
      : { runs_after_changes: runs_after_changes ? (1 as const) : (0 as const), seen_state: null, changed_at: null }),
    ...(alerts === undefined ? {} : { alerts: alerts ? (1 as const) : (0 as const) }),
  }
}

function tooMany(): AppError {
  return new AppError('bad_request', {
    detail: message('A business area can have up to {n} question sets. Delete one first.', {
      n: evaluationLimits.sets,
    }),
  })
}

function refuseKnownName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new AppError('conflict', {
    detail: message('This business area already has a question set with this name. Choose another name.'),
    cause: error,
  })
}

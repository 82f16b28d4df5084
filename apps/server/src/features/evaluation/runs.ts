import { randomUUID } from 'node:crypto'
import { evaluationModelSchema, message, runBudgetSchema } from '@parlance/contract'
import type { EvaluationModel, EvaluationRun, RunTrigger, startEvaluationRequestSchema } from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationRunRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { jsonOf } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { presentRun, stored } from './present.ts'
import { listOf } from './stored-list.ts'
import { dayOf } from './question-rows.ts'
import type { SetPlace } from './questions.ts'
import { completeModel, findRunPlace } from './run-place.ts'
import type { RunWorker } from './run-worker.ts'
import { listHeads } from './store/question-store.ts'
import { deleteRun, findRun, insertRun, listRuns, requestCancel } from './store/run-store.ts'
import { findSetRow, updateSet } from './store/set-store.ts'
import type { SetDetails } from './store/set-store.ts'

type Start = z.output<typeof startEvaluationRequestSchema>

/** A run of an area. */
export interface RunPlaceId {
  areaId: string
  runId: string
}

export interface RunService {
  /**
   * Starts a run in the background. A set has at most one run that waits or is in progress.
   * @throws AppError conflict if it has one; bad_request without questions; as the checks of a preview refuse;
   *   area_unavailable if the user of the run can't ask there; model_not_configured
   */
  start(principal: Principal, place: SetPlace, request: Start, trigger?: RunTrigger): Promise<EvaluationRun>
  /** Lists the last runs of a set, newest first. */
  list(principal: Principal, place: SetPlace, limit: number): Promise<EvaluationRun[]>
  get(principal: Principal, place: RunPlaceId): Promise<EvaluationRun>
  /** Stops a run at its current questions. What has an outcome stays. @throws AppError conflict if it has ended */
  cancel(principal: Principal, place: RunPlaceId): Promise<EvaluationRun>
  /** @throws AppError conflict while it waits or is in progress */
  remove(principal: Principal, place: RunPlaceId): Promise<void>
}

/** Makes the rows of new runs. */
function createRunMaker(core: EvaluationCore) {
  const { now, store } = core.context

  async function modelOf(wanted: EvaluationModel | null): Promise<{ model: EvaluationModel; isOwn: boolean }> {
    if (wanted !== null) {
      if (wanted.provider !== 'builtin') await completeModel(core, wanted)
      return { model: wanted, isOwn: true }
    }
    const chosen = await core.settings.orchestration()
    if (chosen === null) throw new AppError('model_not_configured')
    return { model: { provider: chosen.provider, model: chosen.model, base_url: chosen.baseUrl }, isOwn: false }
  }

  /** The user, model, and draft of runs that don't choose others: those of another run, or else of the set. */
  async function usualOf(principal: Principal, set: SetDetails, likeRunId: string | undefined) {
    if (likeRunId === undefined)
      return { runAs: set.run_as, model: stored(evaluationModelSchema, set.model), isInDraft: false }
    const like = await core.requireRun(principal, set.area_id, likeRunId)
    if (like.set_id !== set.id) throw new AppError('not_found')
    // The model of a run that didn't choose one is the configured model, which may be another one now.
    const model = like.has_own_model === 1 ? stored(evaluationModelSchema, like.model) : null
    return { runAs: like.run_as, model, isInDraft: like.draft_revision !== null }
  }

  async function rowOf(principal: Principal, set: SetDetails, request: Start, trigger: RunTrigger) {
    const { runAs, model: usual, isInDraft } = await usualOf(principal, set, request.like_run_id)
    const { model, isOwn } = await modelOf(request.model === undefined ? usual : (request.model ?? null))
    const draft = (request.in_draft ?? isInDraft) ? await core.areas.drafts.read(principal, set.area_id) : null
    const moment = now()
    const budget = request.budget === undefined ? stored(runBudgetSchema, set.budget) : request.budget
    const id = randomUUID()
    const row: EvaluationRunRow = {
      id,
      set_id: set.id,
      active_set_id: set.id,
      number: set.next_run,
      status: 'waiting',
      reason: null,
      trigger,
      started_by: principal.userId,
      run_as: (request.run_as_user_id === undefined ? runAs : request.run_as_user_id) ?? principal.userId,
      reaches_protected: (await core.areas.reachesProtected(principal, set.area_id)) ? 1 : 0,
      connection_id: core.requireConnection(set),
      model: JSON.stringify(model),
      has_own_model: isOwn ? 1 : 0,
      prices: set.prices,
      budget: jsonOf(budget ?? null),
      today: (request.today === undefined ? set.today : request.today) ?? dayOf(moment),
      tag: request.tag ?? null,
      question_ids: jsonOf(request.question_ids ?? null),
      draft_revision: draft?.revision ?? null,
      only_approved: request.only_approved ? 1 : 0,
      total: 0,
      right: 0,
      wrong: 0,
      declined: 0,
      failed: 0,
      warned: 0,
      model_calls: 0,
      tokens: 0,
      median_ms: null,
      cost: set.prices === null ? null : 0,
      notice: null,
      cancel_requested: 0,
      lease_owner: null,
      lease_until: null,
      created_at: moment.toISOString(),
      started_at: null,
      ended_at: null,
    }
    return row
  }

  async function countAsked(run: EvaluationRunRow): Promise<number> {
    const { set_id, tag, only_approved: onlyApproved } = run
    const chosen = run.question_ids === null ? null : new Set(listOf(run.question_ids))
    const asked = (await listHeads(store.db, set_id)).filter(
      ({ id, expects, is_approved, tags }) =>
        expects !== 'nothing' &&
        (onlyApproved === 0 || is_approved === 1) &&
        (tag === null || listOf(tags).includes(tag)) &&
        (chosen === null || chosen.has(id)),
    )
    return asked.length
  }

  return { rowOf, countAsked }
}

export function createRunService(core: EvaluationCore, worker: RunWorker): RunService {
  const { requireRun, requireSet, audit } = core
  const { store, now } = core.context
  const { db } = store
  const { rowOf, countAsked } = createRunMaker(core)

  async function reload(principal: Principal, areaId: string, id: string): Promise<EvaluationRun> {
    const run = await findRun(db, areaId, id)
    if (run === null) throw new AppError('not_found')
    const names = await core.namesFor(principal, areaId)
    return presentRun(await names(run))
  }

  return {
    start: async (principal, { areaId, setId }, request, trigger = 'manual') => {
      const set = await requireSet(principal, areaId, setId)
      const row = await rowOf(principal, set, request, trigger)
      await findRunPlace(core, areaId, row)
      row.total = await countAsked(row)
      if (row.total === 0) throw nothingToAsk()
      await store
        .transaction(async (transaction) => {
          const current = await findSetRow(transaction, setId)
          if (current === null) throw new AppError('not_found')
          await insertRun(transaction, { ...row, number: current.next_run })
          // A change of the published area still needs its own run.
          const seen = row.draft_revision === null ? { changed_by: null, changed_at: null } : {}
          await updateSet(transaction, setId, { next_run: current.next_run + 1, ...seen })
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? alreadyRunning(error) : error
        })
      await audit.record({
        action: 'evaluation.start-run',
        outcome: 'allowed',
        userId: principal.userId,
        targetKind: 'area',
        targetId: areaId,
        detail: { set: setId, run: row.id, trigger, acting_as: row.run_as, questions: row.total },
      })
      worker.wake()
      return reload(principal, areaId, row.id)
    },
    list: async (principal, { areaId, setId }, limit) => {
      await requireSet(principal, areaId, setId)
      const names = await core.namesFor(principal, areaId)
      const runs = await listRuns(db, setId, limit)
      return (await Promise.all(runs.map(names))).map(presentRun)
    },
    get: async (principal, { areaId, runId }) => reload(principal, areaId, runId),
    cancel: async (principal, { areaId, runId }) => {
      const run = await requireRun(principal, areaId, runId)
      if (run.active_set_id === null) throw new AppError('conflict', { detail: message('This run has already ended.') })
      await requestCancel(db, runId, now().toISOString())
      worker.stop(runId)
      return reload(principal, areaId, runId)
    },
    remove: async (principal, { areaId, runId }) => {
      const run = await requireRun(principal, areaId, runId)
      if (run.active_set_id !== null)
        throw new AppError('conflict', { detail: message('This run is in progress. Cancel it first.') })
      await deleteRun(db, runId)
    },
  }
}

function nothingToAsk(): AppError {
  return new AppError('bad_request', {
    detail: message('There are no questions to ask. Add questions with expected SQL or rows.'),
  })
}

function alreadyRunning(cause: unknown): AppError {
  return new AppError('conflict', {
    detail: message('This question set already has a run in progress. Wait for its end, or cancel it.'),
    cause,
  })
}

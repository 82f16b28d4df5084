import { evaluationLimits } from '@parlance/contract'
import type { EvaluationNotice, Message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { ownAddress } from '../../config/own-address.ts'
import type { Database, EvaluationRunRow } from '../../store/schema.ts'
import { jsonOf } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { isAside } from './present.ts'
import { changeOwnRun, deleteOldRuns, findLastRun, findRunRow, listResultHeads } from './store/run-store.ts'
import { findSetRow } from './store/set-store.ts'
import type { Handle } from './store/set-store.ts'

/** Ends a run, records it, and tells the owner of the area if fewer answers are right than before. */
export async function finishRun(
  core: EvaluationCore,
  runId: string,
  owner: string,
  { status, reason }: { status: 'finished' | 'cancelled' | 'stopped'; reason: Message | null },
): Promise<void> {
  const { store, now } = core.context
  const ended = await store.transaction(async (transaction) => {
    const run = await findRunRow(transaction, runId)
    if (run === null) return null
    const at = now().toISOString()
    const median_ms = medianOf((await listResultHeads(transaction, runId)).map(({ ms }) => ms))
    const notice = status === 'finished' && !isAside(run) ? await noticeOf(transaction, run, at) : null
    const isMine = await changeOwnRun(transaction, runId, owner, {
      status,
      reason: jsonOf(reason),
      active_set_id: null,
      lease_owner: null,
      lease_until: null,
      median_ms,
      notice: jsonOf(notice),
      ended_at: at,
    })
    if (!isMine) return null
    const kept = isAside(run) ? evaluationLimits.partialRuns : evaluationLimits.runs
    await deleteOldRuns(transaction, run.set_id, { isAside: isAside(run), kept })
    const areaName = notice === null ? null : await queueAlert(core, transaction, run, notice)
    return { run, isAlerted: areaName !== null }
  })
  if (ended === null) return
  if (ended.isAlerted) core.email.deliver()
  await recordEnd(core, ended.run, status)
}

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null
}

/** Compares a run with the one before, among the questions of both. Null unless fewer answers are right. */
async function noticeOf(db: Handle, run: EvaluationRunRow, at: string): Promise<EvaluationNotice | null> {
  const before = await findLastRun(db, run.set_id, run.number)
  if (before === null) return null
  const earlier = new Map((await listResultHeads(db, before.id)).map((head) => [head.question_id, head.outcome]))
  const both = (await listResultHeads(db, run.id)).filter(({ question_id }) => earlier.has(question_id))
  const right = both.filter(({ outcome }) => outcome === 'right').length
  const rightBefore = both.filter(({ question_id }) => earlier.get(question_id) === 'right').length
  if (right >= rightBefore) return null
  return { run_id: run.id, before_run_id: before.id, right, right_before: rightBefore, total: both.length, at }
}

/** @returns the name of the area if its owner gets an email */
async function queueAlert(
  { context, email }: EvaluationCore,
  transaction: Transaction<Database>,
  run: EvaluationRunRow,
  { right, right_before, total }: EvaluationNotice,
): Promise<string | null> {
  const set = await findSetRow(transaction, run.set_id)
  if (set === null || set.alerts === 0) return null
  const area = await transaction
    .selectFrom('areas')
    .leftJoin('users', 'users.id', 'areas.owner_id')
    .select(['areas.name', 'users.id as owner_id', 'users.email', 'users.username', 'users.status', 'users.is_active'])
    .where('areas.id', '=', set.area_id)
    .executeTakeFirst()
  const ownerId = area?.owner_id ?? null
  if (area === undefined || ownerId === null || area.status !== 'A' || area.is_active !== 1) return null
  const link = `${ownAddress(context.config, null)}/business-areas/${set.area_id}/evaluation?run=${run.id}`
  await email.queue(transaction, {
    template: 'evaluation_fell',
    to: area.email ?? '',
    userId: ownerId,
    data: {
      username: area.username ?? '',
      area: area.name,
      set: set.name,
      right,
      rightBefore: right_before,
      total,
      link,
    },
  })
  return area.name
}

async function recordEnd(
  { context, audit }: EvaluationCore,
  run: EvaluationRunRow,
  status: 'finished' | 'cancelled' | 'stopped',
): Promise<void> {
  const set = await findSetRow(context.store.db, run.set_id)
  const ended = await findRunRow(context.store.db, run.id)
  if (set === null || ended === null) return
  const { right, wrong, declined, failed, total } = ended
  await audit.record({
    action: 'evaluation.end-run',
    outcome: status === 'finished' ? 'allowed' : 'failed',
    userId: run.started_by,
    targetKind: 'area',
    targetId: set.area_id,
    detail: { set: set.id, run: run.id, status, acting_as: run.run_as, total, right, wrong, declined, failed },
  })
}

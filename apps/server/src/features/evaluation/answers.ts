import { message } from '@parlance/contract'
import type { EvaluationQuestion } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { readTurn } from '../examples/service.ts'
import type { ApprovedAnswer } from '../examples/service.ts'
import { todayParameter } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { addQuestions, dayOf, rowOf } from './question-rows.ts'
import { findAnswerSet } from './answer-set.ts'

/**
 * Adds an answer of a user to the area's first question set of its database that takes answers. The user is its author,
 * and needs no right to edit the area. Null if all question sets of the database leave out answers.
 * @throws AppError turn_not_found; bad_request if the answer has no query or no area; query_refused; conflict for a
 *   known question; like asking, if the user may no longer use the area
 */
async function addFromAnswer(
  core: EvaluationCore,
  principal: Principal,
  { turnId, question, approvedBy }: { turnId: string; question: string; approvedBy: string },
): Promise<Pick<EvaluationQuestion, 'id' | 'set_id'> | null> {
  const { areas, connections, query, context } = core
  const { store, now } = context
  const turn = await readTurn(store.db, { turnId, userId: principal.userId })
  const { connection_id: connectionId, area_id: areaId } = turn
  if (connectionId === null || areaId === null) throw withoutArea()
  const { name } = await connections.get(principal, connectionId)
  await areas.requireUsable(principal, { connectionId, areaId })
  const expectedSql = turn.memory?.sql ?? null
  if (expectedSql === null) throw withoutQuery()
  const asked = { principal, connectionId, areaId, sql: expectedSql, purpose: 'evaluation' } as const
  await query.door.check({ ...asked, ...todayParameter(expectedSql, dayOf(now())) })
  const set = await findAnswerSet(core, areaId, { id: connectionId, name })
  if (!set.addsAnswers) return null
  const { id: setId } = set
  const made = { question, tags: [], expectedSql, expectedRows: null }
  const row = rowOf(core, {
    setId,
    by: principal.userId,
    question: { ...made, source: 'right_answer', approvedBy },
  })
  await addQuestions(core, setId, [row])
  return { id: row.id, set_id: setId }
}

/**
 * Adds an answer that was just approved as a verified example, as its user: the example lacks values that only this
 * user may see. Does nothing if the question is known, or the user may no longer ask it.
 */
export async function addApproved(
  core: EvaluationCore,
  approver: Principal,
  { turn_id: turnId, area_id: areaId, question, created_by: askerId }: ApprovedAnswer,
): Promise<void> {
  const { users, audit, context } = core
  const asker = askerId === null ? null : await users.find(askerId)
  if (asker === null || asker.status !== 'A' || asker.is_active !== 1) return
  const answer = { turnId, question, approvedBy: approver.userId }
  const added = await addFromAnswer(core, await users.principalOf(asker), answer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    context.log.info({ code: error.code, turn: turnId }, 'an approved answer did not become a question')
    return null
  })
  if (added === null) return
  await audit.record({
    action: 'evaluation.add-question',
    outcome: 'allowed',
    userId: approver.userId,
    targetKind: 'area',
    targetId: areaId,
    detail: { set: added.set_id, question: added.id, source: 'right_answer' },
  })
}

function withoutArea(): AppError {
  return new AppError('bad_request', {
    detail: message('Only answers in a business area can become questions of an evaluation.'),
  })
}

function withoutQuery(): AppError {
  return new AppError('bad_request', {
    detail: message('Only answers with a query can become questions of an evaluation.'),
  })
}

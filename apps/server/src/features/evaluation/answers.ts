import { message } from '@parlance/contract'
import type { EvaluationQuestion } from '@parlance/contract'
import type { TurnMemory } from '../../agent/contract.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { todayParameter } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { addQuestions, dayOf, rowOf } from './question-rows.ts'
import { newSet } from './sets.ts'
import { insertSet, listSets } from './store/set-store.ts'

/** A rated answer that becomes a question of its area. */
export interface AnswerToAdd {
  turnId: string
  /** The question in words that make sense without the conversation. The default is the original question. */
  question?: string
  /** The corrected SQL of a wrong answer. The default is the SQL of the answer. */
  sql?: string
  source: 'right_answer' | 'wrong_answer'
  tags?: string[]
}

/**
 * Adds an answer of the caller to the area's first question set of its database. It waits for the approval of someone
 * who can edit the area. The caller needs no right to edit it.
 * @throws AppError turn_not_found; bad_request if the answer has no query or no area; query_refused; conflict for a
 *   known question; like asking, if the caller may no longer use the area
 */
export async function addFromAnswer(
  core: EvaluationCore,
  principal: Principal,
  { turnId, question, sql, source, tags = [] }: AnswerToAdd,
): Promise<Pick<EvaluationQuestion, 'id' | 'set_id'>> {
  const { areas, connections, query, context } = core
  const { store, now } = context
  const turn = await store.db
    .selectFrom('turns')
    .selectAll()
    .where('id', '=', turnId)
    .where('user_id', '=', principal.userId)
    .executeTakeFirst()
  if (turn === undefined) throw new AppError('turn_not_found')
  const { connection_id: connectionId, area_id: areaId } = turn
  if (connectionId === null || areaId === null) throw withoutArea()
  const { name } = await connections.get(principal, connectionId)
  await areas.requireUsable(principal, { connectionId, areaId })
  const memory = turn.memory === null ? null : (JSON.parse(turn.memory) as TurnMemory)
  const expectedSql = sql ?? memory?.sql ?? null
  if (expectedSql === null) throw withoutQuery()
  const asked = { principal, connectionId, areaId, sql: expectedSql, purpose: 'evaluation' } as const
  await query.door.check({ ...asked, ...todayParameter(expectedSql, dayOf(now())) })
  const setId = await setFor(core, areaId, { id: connectionId, name })
  const made = { question: question ?? turn.question, tags, expectedSql, expectedRows: null, source }
  const row = rowOf(core, { setId, by: principal.userId, question: made })
  await addQuestions(core, setId, [row])
  return { id: row.id, set_id: setId }
}

/** The oldest set of the database, or a new one. */
async function setFor(
  { context }: EvaluationCore,
  areaId: string,
  { id: connectionId, name }: { id: string; name: string },
): Promise<string> {
  const { store, now } = context
  const find = async () => {
    const sets = await listSets(store.db, areaId)
    return sets.find(({ connection_id }) => connection_id === connectionId)?.id ?? null
  }
  const known = await find()
  if (known !== null) return known
  const row = newSet({ areaId, connectionId, name: `Answers from ${name}`, by: null, now: now() })
  try {
    await insertSet(store.db, row)
    return row.id
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Another answer made it at the same time.
    const other = await find()
    if (other !== null) return other
    throw new AppError('conflict', { cause: error })
  }
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

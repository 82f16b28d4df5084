import { message } from '@parlance/contract'
import type { Kysely } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ExampleRights } from './rights.ts'
import { readTurn } from './store.ts'

interface RatedAnswersDependencies {
  db: Kysely<Database>
  catalog: Pick<CatalogService, 'get'>
  requireReach: ExampleRights['requireReach']
}

/**
 * Reads an answer that its user rates, without the values that the question does not name.
 * @param reworded the question in words that make sense without its conversation
 * @throws AppError turn_not_found, bad_request, and like asking there
 */
export async function readRatedAnswer(
  { db, catalog, requireReach }: RatedAnswersDependencies,
  principal: Principal,
  { turnId, reworded }: { turnId: string; reworded: string | undefined },
) {
  const turn = await readTurn(db, { turnId, userId: principal.userId })
  const { connection_id, memory } = turn
  if (
    memory === null ||
    memory.sql === null ||
    memory.isComputed === true ||
    connection_id === null ||
    turn.status !== 'final'
  )
    throw withoutQuery()
  if (turn.is_file) throw ofFile()
  if (turn.in_draft === 1) throw inDraft()
  await requireReach(principal, { area_id: turn.area_id, connection_id })
  const question = reworded ?? turn.question
  const { dialect } = await catalog.get(connection_id)
  // Users may repeat what they typed at any time in this question.
  const asked = `${question} ${turn.question}`
  const { readingWithout, withoutValues } = await loadWithoutValues()
  const safe = withoutValues(memory.sql, asked, dialect)
  if (safe === null) throw withoutQuery()
  const reading = memory.reading === null ? null : readingWithout(memory.reading, asked, safe)
  return {
    turn_id: turnId,
    question_key: null,
    question,
    sql_query: safe.sql,
    reading,
    connection_id,
    area_id: turn.area_id,
    verified_at: safe.removed.length === 0 ? turn.ended_at : null,
    problem: null,
    reason: null,
    comment: null,
  }
}

/** Loads the gate's SQL parser, which is not needed at server start. */
const loadWithoutValues = () => import('./without-values.ts')

function ofFile(): AppError {
  return new AppError('bad_request', {
    detail: message('Answers about attached files cannot become verified examples.'),
  })
}

function inDraft(): AppError {
  return new AppError('bad_request', {
    detail: message('Answers in a draft cannot become verified examples. Publish the draft, and ask again.'),
  })
}

function withoutQuery(): AppError {
  return new AppError('bad_request', { detail: message('Only answers with a query can become verified examples.') })
}

import { AppError } from '../../lib/errors.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { EvaluationCore } from './core.ts'
import { newSet } from './sets.ts'
import { insertSet, listSets } from './store/set-store.ts'

/** The question set for answers from a database. */
export interface AnswerSet {
  id: string
  name: string
  /** Whether approved answers become its questions. */
  addsAnswers: boolean
}

/** Finds the oldest set of the database that takes answers, or else its oldest one. Creates a set if there is none. */
export async function findAnswerSet(
  { context }: Pick<EvaluationCore, 'context'>,
  areaId: string,
  { id: connectionId, name }: { id: string; name: string },
): Promise<AnswerSet> {
  const { store, now } = context
  const find = async (): Promise<AnswerSet | null> => {
    const sets = await listSets(store.db, areaId)
    const own = sets.filter(({ connection_id }) => connection_id === connectionId)
    const found = own.find(({ adds_answers }) => adds_answers === 1) ?? own[0]
    return found === undefined ? null : { id: found.id, name: found.name, addsAnswers: found.adds_answers === 1 }
  }
  const known = await find()
  if (known !== null) return known
  const row = newSet({ areaId, connectionId, name: `Answers from ${name}`, by: null, now: now() })
  try {
    await insertSet(store.db, row)
    return { id: row.id, name: row.name, addsAnswers: true }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Another answer made it at the same time.
    const other = await find()
    if (other !== null) return other
    throw new AppError('conflict', { cause: error })
  }
}

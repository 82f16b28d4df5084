import { seeded, shuffled } from '@parlance/evaluation'
import { StartError } from '../lib/errors.ts'
import type { EvalArguments } from './eval-arguments.ts'

/**
 * Chooses the questions that the arguments ask for; a seed always chooses the same ones.
 * @throws StartError if there are none
 */
export function chooseQuestions<Question extends { database: string }>(
  all: readonly Question[],
  { database, limit, seed }: Pick<EvalArguments, 'database' | 'limit' | 'seed'>,
): Question[] {
  const about = database === null ? [...all] : all.filter((one) => one.database === database)
  if (about.length === 0) {
    throw new StartError(database === null ? 'There are no questions.' : `There are no questions about ${database}.`)
  }
  if (limit === null || limit >= about.length) return about
  const random = seeded(seed)
  const places = shuffled([...about.keys()], random).slice(0, limit)
  return places.toSorted((a, b) => a - b).map((at) => about[at]!)
}

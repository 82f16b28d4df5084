import type { Reading } from '../candidates/generate.ts'
import type { Context } from '../candidates/variant.ts'
import { featuresOf } from './features.ts'
import { model, probability } from './model.ts'

/** A reading with the probability that it is right. */
export interface Ranked {
  reading: Reading
  score: number
}

/** What to do with the readings of a question. */
export type Decision =
  | { kind: 'answer'; ranked: Ranked }
  /** Readings that rank too close to choose one. */
  | { kind: 'ask'; ranked: Ranked[] }
  /** The likely readings are not likely enough; the best come first. */
  | { kind: 'decline'; ranked: Ranked[] }

/** A reading is asked about if its odds of being right are within this factor of the best one's. */
const closeOdds = 1.5
/** The maximum number of readings to ask about. */
const mostAsked = 3

/** Readings by how likely they are right, best first. */
export function rank(context: Context, readings: readonly Reading[]): Ranked[] {
  return readings
    .map((reading, place) => {
      const features = featuresOf(context, reading, { readings: readings.length, place })
      return { reading, score: probability(model.weights, features) }
    })
    .toSorted((left, right) => right.score - left.score)
}

const odds = (score: number): number => score / (1 - score)

/** Answers the best reading if it is likely enough and no other one is nearly as likely. */
export function decide(ranked: readonly Ranked[]): Decision {
  const [best, ...others] = ranked
  if (best === undefined) return { kind: 'decline', ranked: [] }
  const isStrict = best.reading.edits.length === 0
  if (best.score < (isStrict ? model.thresholds.strict : model.thresholds.changed))
    return { kind: 'decline', ranked: [...ranked] }
  const close = others.filter((one) => odds(one.score) * closeOdds >= odds(best.score)).slice(0, mostAsked - 1)
  return close.length > 0 ? { kind: 'ask', ranked: [best, ...close] } : { kind: 'answer', ranked: best }
}

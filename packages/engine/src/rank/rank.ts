import { kindOf, type Reading } from '../candidates/generate.ts'
import type { Context } from '../candidates/variant.ts'
import { featuresOf } from './features.ts'
import { closeOdds, model, probability } from './model.ts'

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

/** Answers the best reading that is likely enough, if no other one is nearly as likely. */
export function decide(ranked: readonly Ranked[]): Decision {
  const best = ranked.find(({ reading, score }) => score >= model.thresholds[kindOf(reading)])
  if (best === undefined) return { kind: 'decline', ranked: [...ranked] }
  const others = ranked.filter((one) => one !== best && odds(one.score) * closeOdds >= odds(best.score))
  const close = best === ranked[0] ? others.slice(0, mostAsked - 1) : []
  return close.length > 0 ? { kind: 'ask', ranked: [best, ...close] } : { kind: 'answer', ranked: best }
}

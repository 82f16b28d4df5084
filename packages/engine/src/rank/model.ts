import byHand from '../weights.json' with { type: 'json' }
import learned from './model.json' with { type: 'json' }
import type { ReadingKind } from '../candidates/generate.ts'
import type { Features } from './features.ts'

/** The least probability of being right with which a reading is answered, by its kind. */
export type Thresholds = Readonly<Record<ReadingKind, number>>

/** The weights of the ranking that are set by hand, because the training data can't teach them. */
interface RankingWeights {
  /** The strict reading is always answered: too few business questions are known to tell when it is wrong. */
  strict: number
  /** A clear typo is nearly as certain as the name itself. */
  misspelled: number
  /** Clearly related names need less than other changes: nearly nine of ten are right, more than their scores say. */
  related: number
  /** A reading is asked about if its odds of being right are within this factor of the best one's. */
  closeOdds: number
}

const { closeOdds, ...least }: RankingWeights = byHand.ranking
export { closeOdds }

/** The thresholds of all kinds; the one for changed readings is learned. */
export const thresholdsWith = (changed: number): Thresholds => ({ ...least, changed })

/** Learned weights, and how they were learned. `npm run train -- engine` writes it. */
export interface Model {
  /** When the weights were learned, yyyy-mm-dd. */
  date: string
  /** The questions that they were learned from. */
  data: string
  thresholds: Thresholds
  weights: Readonly<Record<string, number>>
}

/** The model that comes with the engine. */
export const model: Model = { ...learned, thresholds: thresholdsWith(learned.thresholds.changed) }

/** The probability that a reading is right. */
export function probability(weights: Readonly<Record<string, number>>, features: Features): number {
  let sum = 0
  for (const [name, value] of features) sum += (weights[name] ?? 0) * value
  return 1 / (1 + Math.exp(-sum))
}

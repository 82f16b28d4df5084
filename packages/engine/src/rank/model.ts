import learned from './model.json' with { type: 'json' }
import type { ReadingKind } from '../candidates/generate.ts'
import type { Features } from './features.ts'

/** The least probability of being right with which a reading is answered, by its kind. */
export type Thresholds = Readonly<Record<ReadingKind, number>>

/**
 * The thresholds of all kinds. Only the one for changed readings is learned. The strict reading is always answered: the
 * training data has too few business questions to tell when it is wrong. A clear typo is nearly as certain as the name
 * itself, but the training data has too few of them to learn that. Clearly related names need less than other changes:
 * nearly nine of ten such readings are right, more than their scores say.
 */
export const thresholdsWith = (changed: number): Thresholds => ({ strict: 0, misspelled: 0.5, related: 0.7, changed })

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

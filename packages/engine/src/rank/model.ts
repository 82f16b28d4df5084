import learned from './model.json' with { type: 'json' }
import type { Features } from './features.ts'

/** The least probabilities of being right with which readings are answered. */
export interface Thresholds {
  /** For the strict reading. */
  strict: number
  /** For a reading of changed words. */
  changed: number
}

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
export const model: Model = learned

/** The probability that a reading is right. */
export function probability(weights: Readonly<Record<string, number>>, features: Features): number {
  let sum = 0
  for (const [name, value] of features) sum += (weights[name] ?? 0) * value
  return 1 / (1 + Math.exp(-sum))
}

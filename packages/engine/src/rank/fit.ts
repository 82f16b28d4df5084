import type { Features } from './features.ts'

/** A reading as features, and whether it is right. */
export interface Example {
  features: Features
  isRight: boolean
}

export interface FitOptions {
  /** How strongly large weights are held back. */
  l2: number
  rounds: number
  rate: number
}

/** Learns weights by logistic regression with AdaGrad over whole passes in the given order; the same input gives the same weights. */
export function fit(examples: readonly Example[], { l2, rounds, rate }: FitOptions): Record<string, number> {
  const names = [...new Set(examples.flatMap((one) => [...one.features.keys()]))].toSorted()
  const at = new Map(names.map((name, index) => [name, index]))
  const rows = examples.map((one) => ({
    target: one.isRight ? 1 : 0,
    at: Int32Array.from(one.features.keys(), (name) => at.get(name) ?? 0),
    value: Float64Array.from(one.features.values()),
  }))
  const weights = new Float64Array(names.length)
  const gradient = new Float64Array(names.length)
  const seen = new Float64Array(names.length)
  for (let round = 0; round < rounds; round++) {
    gradient.fill(0)
    for (const row of rows) {
      let sum = 0
      for (let one = 0; one < row.at.length; one++) sum += weights[row.at[one]!]! * row.value[one]!
      const error = 1 / (1 + Math.exp(-sum)) - row.target
      for (let one = 0; one < row.at.length; one++) gradient[row.at[one]!]! += error * row.value[one]!
    }
    for (let one = 0; one < weights.length; one++) {
      const slope = gradient[one]! + l2 * weights[one]!
      seen[one]! += slope * slope
      if (seen[one]! > 0) weights[one]! -= (rate * slope) / Math.sqrt(seen[one]!)
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, weights[index]!]))
}

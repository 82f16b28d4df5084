/** Named numbers in groups; the engine reads them while they change. */
export type WeightGroups = Record<string, Record<string, number> | number>

export interface LearnOptions {
  /** What a weight is multiplied with to find a better one. */
  factors: readonly number[]
  /** How often all weights are tried. Only those that changed a score are tried again. */
  passes: number
  /** A change must improve the sum of the scores by at least this. */
  leastGain: number
  /** The number of weights to try. */
  most: number
}

export interface LearnedWeights {
  /** The sums of the scores before and after. */
  before: number
  after: number
  /** The weights that any answer depends on, and those of them that were changed; as `group.name`. */
  matter: string[]
  changed: string[]
}

/**
 * Tries other values for each weight, one after the other, in place. A change stays only if the scores improve in total
 * and in no fold get worse, so that no single database decides. The same scores give the same weights.
 * @param scoreFolds scores the weights as they are now, for each fold; higher is better
 */
export async function learnWeights(
  groups: WeightGroups,
  scoreFolds: () => Promise<number[]>,
  { factors, passes, leastGain, most }: LearnOptions,
): Promise<LearnedWeights> {
  const start = await scoreFolds()
  let best = start
  let tried = placesIn(groups).slice(0, most)
  const changed = new Set<string>()
  const matter = new Set<string>()
  for (let pass = 0; pass < passes && tried.length > 0; pass++) {
    for (const { name, group, key } of tried) {
      const old = group[key] ?? 0
      let chosen = old
      for (const factor of factors) {
        group[key] = rounded(old * factor)
        const scores = await scoreFolds()
        if (scores.some((one, fold) => one !== best[fold])) matter.add(name)
        if (total(scores) < total(best) + leastGain || scores.some((one, fold) => one < (best[fold] ?? 0))) continue
        best = scores
        chosen = group[key]
        changed.add(name)
      }
      group[key] = chosen
    }
    tried = tried.filter(({ name }) => matter.has(name))
  }
  return { before: total(start), after: total(best), matter: [...matter], changed: [...changed] }
}

/** Numbers that only bound something aren't weights: they are 0, or in no group. */
function placesIn(groups: WeightGroups): { name: string; group: Record<string, number>; key: string }[] {
  return Object.entries(groups).flatMap(([name, group]) =>
    typeof group === 'number'
      ? []
      : Object.keys(group)
          .filter((key) => group[key] !== 0)
          .map((key) => ({ name: `${name}.${key}`, group, key })),
  )
}

const total = (scores: readonly number[]): number => scores.reduce((sum, one) => sum + one, 0)

const digits = 1000
const rounded = (value: number): number => Math.round(value * digits) / digits

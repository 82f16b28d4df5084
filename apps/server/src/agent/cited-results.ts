import type { TextFigure } from '@parlance/contract'
import type { TurnResult } from './contract.ts'

/** The results that the figures of an answer are from: those with the most figures first, and of these the later ones. */
export function citedResults(results: readonly TurnResult[], figures: readonly TextFigure[]): TurnResult[] {
  const counted = results.map((result, at) => {
    const count = figures.filter(({ sources }) => sources.some(({ step }) => step === result.step)).length
    return { result, at, count }
  })
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || b.at - a.at)
    .map(({ result }) => result)
}

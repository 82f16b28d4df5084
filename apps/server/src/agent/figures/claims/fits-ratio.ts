import { approximateWords, nearlyWords } from '../cues.ts'

const isMoreThan = /(?<!\p{L})(?:more than|over|at least|mehr als|über|más de|plus de)\s$/iu
const isLessThan = /(?<!\p{L})(?:less than|fewer than|under|weniger als|menos de|moins de)\s$/iu

/** Whether a ratio is what people call it: “almost twice” is below, “more than twice” is above. */
export function fitsRatio(ratio: number, written: number, before: string): boolean {
  if (isMoreThan.test(before)) return ratio >= written && ratio < written * 2
  if (isLessThan.test(before)) return ratio <= written && ratio > written / 2
  if (nearlyWords.test(`${before.trimEnd()} `)) return ratio >= written * 0.85 && ratio <= written * 1.01
  const slack = approximateWords.test(`${before.trimEnd()} `) ? 0.1 : 0.05
  return Math.abs(ratio - written) <= written * slack
}

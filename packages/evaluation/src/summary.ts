/** How a question of a run ended: declined means refused or not understood; failed means an error or out of time. */
export const outcomes = ['right', 'wrong', 'declined', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** What a run records of one question, as far as a summary needs it. */
export interface MeasuredQuestion {
  outcome: Outcome
  /** Whether the answer had a warning. */
  isWarned: boolean
  /** Milliseconds to the answer; null if the question was not asked. */
  ms: number | null
  modelCalls?: number
  inputTokens?: number
  outputTokens?: number
  /** In US dollars; null if the price of the model is unknown. */
  cost?: number | null
}

/** The figures of a run. */
export interface RunSummary extends Record<Outcome, number> {
  questions: number
  warned: number
  /** Right answers of all questions, from 0 to 1; null without questions. */
  rightShare: number | null
  /** Wrong answers of all questions, from 0 to 1; null without questions. */
  wrongShare: number | null
  /** Right answers of all answered questions, from 0 to 1; null if none was answered. */
  precision: number | null
  medianMs: number | null
  p95Ms: number | null
  modelCalls: number
  inputTokens: number
  outputTokens: number
  /** The sum of the known costs; null if no cost is known. */
  cost: number | null
}

/** Sums up the results of a run. */
export function summarize(results: readonly MeasuredQuestion[]): RunSummary {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length
  const sum = (valueOf: (one: MeasuredQuestion) => number | null | undefined) =>
    results.reduce((total, one) => total + (valueOf(one) ?? 0), 0)
  const [right, wrong] = [count('right'), count('wrong')]
  const times = results.flatMap(({ ms }) => (ms === null ? [] : [ms])).toSorted((a, b) => a - b)
  return {
    questions: results.length,
    right,
    wrong,
    declined: count('declined'),
    failed: count('failed'),
    warned: results.filter(({ isWarned }) => isWarned).length,
    rightShare: share(right, results.length),
    wrongShare: share(wrong, results.length),
    precision: share(right, right + wrong),
    medianMs: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    modelCalls: sum(({ modelCalls }) => modelCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: results.some(({ cost }) => typeof cost === 'number') ? sum(({ cost }) => cost) : null,
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** The smallest value that at least this share of the sorted values doesn't exceed; the median of two is the lower one. */
function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? null
}

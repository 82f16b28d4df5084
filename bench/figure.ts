/** One measured ratio (or count) of a benchmark, with its bound. */
export interface Figure {
  bench: string
  name: string
  /** Relative to the floor if `unit` is 'x floor'. */
  value: number
  unit: 'x floor' | 'calls' | 'ms' | 'bool' | 'MB' | 'KB' | 'rows' | 'tokens'
  /** The bound from the performance goals; null if the figure is only reported. */
  limit: number | null
}

/**
 * Returns the middle value, or the mean of the two middle ones for an even count.
 * @throws when there are no values
 */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  if (upper === undefined || lower === undefined) throw new Error('cannot compute the median of no values')
  return (lower + upper) / 2
}

/** Returns the lower quartile: other work on the machine makes some rounds slower, but none faster. */
export function quartile(values: number[]): number {
  const value = values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]
  if (value === undefined) throw new Error('cannot compute the quartile of no values')
  return value
}

/** Whether the figure is within its bound. */
export function isWithinLimit(figure: Figure): boolean {
  return figure.limit === null || figure.value <= figure.limit
}

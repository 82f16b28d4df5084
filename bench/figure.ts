/** One measured ratio (or count) of a benchmark, beside what it should reach. */
export interface Figure {
  bench: string
  name: string
  /** Floor-relative where `unit` is 'x floor'. */
  value: number
  unit: 'x floor' | 'calls' | 'ms' | 'bool' | 'MB' | 'KB' | 'rows' | 'tokens'
  /** The bound that performance goals set; null where the figure is only told. */
  reach: number | null
}

/** The middle value; the mean of the two middle ones for an even count. @throws when there is none */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  if (upper === undefined || lower === undefined) throw new Error('median of nothing')
  return (lower + upper) / 2
}

/** The value that a quarter stays below: other work on the machine makes some rounds slower, and none faster. */
export function quartile(values: number[]): number {
  const value = values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]
  if (value === undefined) throw new Error('quartile of nothing')
  return value
}

/** True when the figure stands within its bound. */
export function isReached(figure: Figure): boolean {
  return figure.reach === null || figure.value <= figure.reach
}

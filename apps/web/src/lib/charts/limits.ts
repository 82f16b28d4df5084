/** Points that a chart draws at most; `chartNote` says so where rows are left out. */
export const chartPointLimit = 5000

/** Bars that can still be told apart. */
export const chartBarLimit = 50

/** Lines of one chart: as many as the data palette has colours. */
export const chartSeriesLimit = 8

/** Categories of a line: more are slow to draw, and nobody can name them. */
export const chartCategoryLimit = 1000

/** A number that a chart's axis can reach; null for what is so large that sums of it have no end. */
export function drawable(value: number): number | null {
  if (!(Math.abs(value) <= 1e300)) return null
  return Math.abs(value) < 1e-200 ? 0 : value
}

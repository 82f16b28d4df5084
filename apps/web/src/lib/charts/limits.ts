/** The maximum number of points in a chart; `chartNote` says so if rows are left out. */
export const chartPointLimit = 5000

/** The maximum number of distinguishable bars. */
export const chartBarLimit = 50

/** The maximum number of categories of a line: more are slow to draw, and unreadable. */
export const chartCategoryLimit = 1000

/** A number that fits on a chart's axis; null if it is so large that sums would be infinite. */
export function drawable(value: number): number | null {
  if (!(Math.abs(value) <= 1e300)) return null
  return Math.abs(value) < 1e-200 ? 0 : value
}

/** Points that a chart draws at most; `chartNote` says so where rows are left out. */
export const chartPointLimit = 5000

/** Bars that can still be told apart. */
export const chartBarLimit = 50

/** Lines of one chart: as many as the data palette has colours. */
export const chartSeriesLimit = 8

import { numberInCell } from '@parlance/contract'
import { chartPointLimit, drawable } from '../../../lib/charts/limits.ts'
import { arrange } from './arrange.ts'
import type { Breath } from '../../../lib/breath.ts'
import type { ChartData, ChartRequest } from './chart-contract.ts'
import type { ChartSettings } from './chart-settings.ts'
import { groupRows } from './group-rows.ts'
import { exactText } from './labels.ts'

/** Turns rows into the data of a chart. A table does not need it. */
export async function makeChartData(request: ChartRequest, breath: Breath): Promise<ChartData> {
  if (request.settings.type === 'scatter') return pointsOf(request)
  const settings = { ...request.settings, ...columnsOfType(request.settings) }
  const groups = await groupRows(request.rows, settings, breath)
  return arrange(groups, { ...request, settings }, breath)
}

/** Skip columns that the type does not draw. */
function columnsOfType({ type, x, y, series, aggregation }: ChartSettings): Pick<ChartSettings, 'x' | 'y' | 'series'> {
  const read = aggregation === 'count' ? [] : y
  if (type === 'number') return { x: null, y: read.slice(0, 1), series: null }
  if (type === 'pie') return { x, y: read.slice(0, 1), series: null }
  return { x, y: read, series }
}

function pointsOf({ rows, settings }: ChartRequest): ChartData {
  const { x } = settings
  const [y] = settings.y
  const points: Extract<ChartData, { kind: 'points' }>['points'] = []
  let usable = 0
  for (const row of rows) {
    const [left, right] = [x === null ? null : (row[x] ?? null), y === undefined ? null : (row[y] ?? null)]
    const [across, up] = [drawable(numberInCell(left) ?? NaN), drawable(numberInCell(right) ?? NaN)]
    if (across === null || up === null) continue
    usable += 1
    if (points.length < chartPointLimit) {
      points.push({ x: across, y: up, texts: [exactText(String(left)), exactText(String(right))] })
    }
  }
  const cut = usable > points.length ? { drawn: points.length, of: usable } : null
  return {
    kind: 'points',
    points,
    notes: { skipped: rows.length - usable, others: 0, leftOut: 0, otherSeries: 0, seriesLeftOut: 0, cut },
  }
}

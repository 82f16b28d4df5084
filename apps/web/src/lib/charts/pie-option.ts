import { visibleText, type ResultColumn, type Row, numberInCell } from '@parlance/contract'
import type { EChartsCoreOption } from 'echarts/core'
import type { ChartSpec } from './chart-spec.ts'
import { frame, ownColour } from './chart-option.ts'
import { chartLabel, seriesTooltip } from './chart-series.ts'
import type { ChartTheme } from './chart-theme.ts'

/** The charting library's options for a pie: one slice per row. */
export function pieOption(
  spec: Extract<ChartSpec, { kind: 'pie' }>,
  columns: ResultColumn[],
  rows: Row[],
  theme: ChartTheme,
): EChartsCoreOption {
  return {
    ...frame(theme, true, 'item'),
    series: [
      {
        type: 'pie',
        name: visibleText(columns[spec.y]?.name ?? ''),
        radius: '65%',
        center: ['50%', '55%'],
        label: { color: theme.text, fontSize: 12, formatter: '{b}: {d}%' },
        // Names of thin slices would cover each other; the legend has them.
        minShowLabelAngle: 6,
        emphasis: { disabled: true },
        ...seriesTooltip(columns[spec.y]),
        data: rows.map((row, index) => ({
          name: chartLabel(row[spec.x]),
          value: numberInCell(row[spec.y]) ?? 0,
          ...ownColour(theme.palette, index),
        })),
      },
    ],
  }
}

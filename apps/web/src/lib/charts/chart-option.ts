import { visibleText } from '@parlance/contract'
import type { ResultColumn, Row } from '@parlance/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { hasOwnAxis, referenceLines, xAxis, yAxis } from './chart-axes.ts'
import { withUnit } from './chart-number.ts'
import type { ChartTheme } from './chart-theme.ts'
import { drawnParts, seriesOf, valueText, type DrawnSpec } from './chart-series.ts'

/** The charting library's options for a chart with axes; a figure is text and has none. A pure function. */
export function chartOption(spec: DrawnSpec, named: ResultColumn[], rows: Row[], theme: ChartTheme): EChartsCoreOption {
  const columns = named.map((column) => ({ ...column, name: visibleText(withUnit(column)) }))
  const parts = drawnParts(spec, rows)
  const drawn = seriesOf(spec, columns, parts, rows)
  const many = drawn.length > 1
  const isApart = hasOwnAxis(spec, columns, parts.rows)
  // Highlighted only by its tooltip: the library cannot lighten a color that is a token.
  const series = drawn.map((each, index) => ({
    ...each,
    ...coloured(each, ownColour(theme.palette, index, spec.kind === 'scatter' ? 0.75 : 1)),
    ...(isApart && 'type' in each && each.type === 'line' ? { yAxisIndex: 1 } : {}),
    ...(index === 0 ? referenceLines(spec, columns, theme) : {}),
    emphasis: { disabled: true },
  }))
  return {
    ...frame(theme, many),
    // Patterns tell bars apart without their colors; lines have shapes and dashes.
    ...(drawn.filter(isBar).length > 1
      ? { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } }
      : {}),
    xAxis: xAxis(spec, columns, parts.rows, theme),
    yAxis: yAxis(spec, columns, parts.rows, theme),
    series,
  }
}

function isBar(series: object): boolean {
  return 'type' in series && series.type === 'bar'
}

/** Adds a color to the look of a series. */
function coloured(series: object, colour: { itemStyle: object; lineStyle: object }): object {
  const own = 'lineStyle' in series && typeof series.lineStyle === 'object' ? series.lineStyle : {}
  return { ...colour, lineStyle: { ...own, ...colour.lineStyle } }
}

/** What all charts share. */
export function frame(theme: ChartTheme, hasLegend: boolean, trigger: 'axis' | 'item' = 'axis'): EChartsCoreOption {
  const words = { color: theme.muted, fontFamily: theme.font, fontSize: 12 }
  return {
    useUTC: true,
    animation: false,
    color: theme.palette,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: {
      left: 12,
      right: 20,
      top: hasLegend ? 36 : 8,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    legend: hasLegend
      ? { type: 'scroll', top: 4, left: 12, right: 12, textStyle: words, pageTextStyle: words, itemHeight: 8 }
      : undefined,
    tooltip: {
      trigger,
      // The library would write its own markup, but names and values from a database must stay text.
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
      valueFormatter: valueText(undefined),
    },
  }
}

/** A series' color by its position: the library's own choice fails for names such as 'hasOwnProperty'. */
export function ownColour(palette: string[], index: number, opacity = 1): { itemStyle: object; lineStyle: object } {
  const color = palette[index % palette.length]
  return { itemStyle: { color, opacity }, lineStyle: { color } }
}

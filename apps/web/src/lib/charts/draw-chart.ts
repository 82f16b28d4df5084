import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { withSafeTexts } from './safe-texts.ts'

use([
  AriaComponent,
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkLineComponent,
  TooltipComponent,
  SVGRenderer,
])

export { init } from 'echarts/core'

/** In pixels. */
export interface ChartSize {
  width: number
  height: number
}

/** A chart as SVG, drawn at once and outside of the page. Its colors are still tokens. */
export function drawSvg(option: EChartsCoreOption, size: ChartSize): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption(withSafeTexts(option))
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

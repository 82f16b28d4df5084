import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { withSafeTexts } from '../../../lib/charts/safe-texts.ts'
import styles from './results.module.css'

use([BarChart, LineChart, PieChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

interface ChartDrawingProps {
  option: EChartsCoreOption
  /** Receives a function that returns the SVG, so that it can be saved. */
  onDrawn: (readSvg: () => string) => void
}

/** A chart as SVG that fills its container. The code loads when the first chart is shown. */
export function ChartDrawing({ option, onDrawn }: ChartDrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const made = init(place.current, null, { renderer: 'svg' })
    chart.current = made
    // Paper is narrower than the screen; with a view box, the drawing scales to fit.
    made.on('rendered', () => {
      const svg = made.getDom().querySelector('svg')
      svg?.setAttribute('viewBox', `0 0 ${made.getWidth()} ${made.getHeight()}`)
    })
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current)
    onDrawn(() => made.renderToSVGString())
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [onDrawn])
  useEffect(() => {
    chart.current?.setOption(withSafeTexts(option), { notMerge: true })
  }, [option])
  return <div className={styles.chartDrawing} ref={place} aria-hidden />
}

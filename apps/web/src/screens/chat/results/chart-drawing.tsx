import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { init } from '../../../lib/charts/draw-chart.ts'
import { withSafeTexts } from '../../../lib/charts/safe-texts.ts'

/** A chart as SVG that fills its container. The code loads when the first chart is shown. */
export function ChartDrawing({ option }: { option: EChartsCoreOption }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const made = init(place.current, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(withSafeTexts(option), { notMerge: true })
  }, [option])
  return <div className="min-h-0 flex-1 overflow-hidden" ref={place} aria-hidden />
}

import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { drawingHeight, drawingOption, type Drawing as DrawingParts } from './drawing-option.ts'

use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
])

interface DrawingProps {
  parts: Omit<DrawingParts, 'width'>
  /** Gets what reads the drawing as SVG, while there is one. */
  onDrawn: (readSvg: (() => string) | null) => void
}

/** A chart as SVG in the width of its place; the table beside it says the same to those who do not see it. */
export function Drawing({ parts, onDrawn }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const [width, setWidth] = useState(800)
  const height = drawingHeight({ ...parts, width })
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    onDrawn(() => made.renderToSVGString())
    return () => {
      observer.disconnect()
      onDrawn(null)
      made.dispose()
      chart.current = null
    }
  }, [onDrawn])
  useEffect(() => {
    chart.current?.resize({ width, height })
    chart.current?.setOption(drawingOption({ ...parts, width }), { notMerge: true })
  }, [parts, width, height])
  return <div className="viz-drawing" style={{ height }} ref={place} aria-hidden />
}

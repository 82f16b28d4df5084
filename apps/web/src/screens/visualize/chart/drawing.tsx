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
import { useTranslation } from 'react-i18next'
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
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const [width, setWidth] = useState(800)
  const [failed, setFailed] = useState(false)
  const height = drawingHeight({ ...parts, width })
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    // What is hidden has no width and keeps its drawing: the library fails at some charts without one.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      onDrawn(null)
      made.dispose()
      chart.current = null
    }
  }, [onDrawn])
  useEffect(() => {
    // A task of its own: with that of the page's own change it would keep the page from answering for too long.
    const timer = setTimeout(() => {
      const made = chart.current
      if (made === null) return
      // Nothing of the drawing before is left to go over into this one; and an empty one is the fastest to resize.
      made.clear()
      if (made.getWidth() !== width || made.getHeight() !== height) made.resize({ width, height })
      try {
        made.setOption(drawingOption({ ...parts, width }), { notMerge: true })
        setFailed(false)
      } catch (error) {
        reportError(error)
        setFailed(true)
        onDrawn(null)
        return
      }
      // Paper has a width of its own: the drawing is then scaled as a picture.
      place.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`)
      onDrawn(() => made.renderToSVGString())
    })
    return () => clearTimeout(timer)
  }, [parts, width, height, onDrawn])
  return (
    <>
      {failed && (
        <p className="bad viz-failed" role="alert">
          {t('This chart could not be drawn. Choose another type; its values are in the table.')}
        </p>
      )}
      <div className="viz-drawing" style={{ height }} ref={place} aria-hidden hidden={failed} />
    </>
  )
}

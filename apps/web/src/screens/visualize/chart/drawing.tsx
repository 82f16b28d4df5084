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

/** Paper has its own width, so the drawing scales like a picture. */
const onPaper =
  'print:static! print:h-auto! print:w-full! print:[&_svg]:static! print:[&_svg]:h-auto! print:[&_svg]:w-full! print:[&>div]:static! print:[&>div]:h-auto! print:[&>div]:w-full!'

interface DrawingProps {
  parts: Omit<DrawingParts, 'width'>
  /** Receives a function that returns the drawing as SVG, or null if there is none. */
  onDrawn: (readSvg: (() => string) | null) => void
}

/**
 * A chart as SVG that fills the width of its container; the table next to it has the same values for screen readers.
 */
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
    // A hidden chart has no width and keeps its drawing, because the library fails on some charts without one.
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
    // In its own task: together with the page's update, it would block the page for too long.
    const timer = setTimeout(() => {
      const made = chart.current
      if (made === null) return
      // Clear the previous drawing, so that nothing animates into this one; an empty chart is also the fastest to
      // resize.
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
      // Paper has its own width, so the drawing must scale like a picture.
      place.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`)
      onDrawn(() => made.renderToSVGString())
    })
    return () => clearTimeout(timer)
  }, [parts, width, height, onDrawn])
  return (
    <>
      {failed && (
        <p className="text-danger px-4 py-6" role="alert">
          {t('Could not draw this chart. Choose another type, or see its values in the table.')}
        </p>
      )}
      <div className={onPaper} style={{ height }} ref={place} aria-hidden hidden={failed} />
    </>
  )
}

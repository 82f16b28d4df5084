import { useLayoutEffect, useRef } from 'react'
import type { ChartDrawer } from './use-chart-drawer.ts'
import { answerChart } from '../../../lib/charts/result-chart.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'

/** In pixels: the width of a page's text. */
const size = { width: 640, height: 300 }

/** The chart of a result on paper; nothing if none fits. The rows below it have its values. */
export function PrintedChart({ result, draw }: { result: SqlResult; draw: ChartDrawer }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = answerChart(result)
  // The browser prints right after this render, so nothing may wait.
  useLayoutEffect(() => {
    if (chart === null) return
    const drawn = new DOMParser().parseFromString(draw(chart.option, size), 'image/svg+xml')
    place.current?.replaceChildren(document.importNode(drawn.documentElement, true))
  })
  if (chart === null) return null
  return (
    <figure className="mt-2 break-inside-avoid">
      {chart.title !== '' && <figcaption className="font-medium">{chart.title}</figcaption>}
      <div ref={place} aria-hidden className="[&>svg]:h-auto [&>svg]:max-w-full" />
    </figure>
  )
}

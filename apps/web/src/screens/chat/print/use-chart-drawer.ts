import { useEffect, useState } from 'react'
import type { drawSvg } from '../../../lib/charts/draw-chart.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'

export type ChartDrawer = typeof drawSvg

/** In milliseconds after an answer: the page has then drawn what its user waits for. */
const loadAfter = 3000

/**
 * Draws charts at once, because printing waits for nothing. Null until its code is loaded, some time after the first
 * answer with rows.
 */
export function useChartDrawer(messages: ChatMessage[]): ChartDrawer | null {
  const [draw, setDraw] = useState<ChartDrawer | null>(null)
  const isNeeded = draw === null && messages.some(({ sqlResult }) => sqlResult !== null && sqlResult.rows.length > 1)
  useEffect(() => {
    if (!isNeeded) return undefined
    const load = () =>
      import('../../../lib/charts/draw-chart.ts').then(
        (loaded) => setDraw(() => loaded.drawSvg),
        () => undefined,
      )
    const timer = setTimeout(() => void load(), loadAfter)
    return () => clearTimeout(timer)
  }, [isNeeded])
  return draw
}

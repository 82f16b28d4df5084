import { useEffect, useState } from 'react'
import { browserBreath } from '../../../lib/breath.ts'
import type { ChartData, ChartRequest } from '../chart/chart-contract.ts'
import { makeChartData } from '../chart/chart-data.ts'
import { missingColumn, type ChartSettings } from '../chart/chart-settings.ts'

/** What is drawn, with the settings that it was made by. */
export interface MadeChart {
  data: ChartData
  settings: ChartSettings
}

/**
 * What the chart shows, made anew when its request changes and never for longer than a frame at a time. While it is
 * made the one before stays; null before the first, and where a column is missing.
 */
export function useChartData({ rows, shape, settings }: Omit<ChartRequest, 'locale'>): MadeChart | null {
  const [made, setMade] = useState<MadeChart | null>(null)
  const isDrawn = settings.type !== 'table' && missingColumn(settings) === null
  // A title or a colour changes nothing of the numbers.
  const { type, x, y, series, aggregation, sort, limit } = settings
  const wanted = JSON.stringify({ type, x, y, series, aggregation, sort, limit })
  useEffect(() => {
    if (!isDrawn) return undefined
    const stop = new AbortController()
    makeChartData({ rows, shape, settings }, browserBreath(stop.signal)).then(
      (data) => {
        if (!stop.signal.aborted) setMade({ data, settings })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) throw error
      },
    )
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted` is all of the settings that matters here
  }, [rows, shape, wanted, isDrawn])
  return isDrawn ? made : null
}

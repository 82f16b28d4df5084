import { useEffect, useState } from 'react'
import { browserBreath } from '../../../lib/breath.ts'
import type { ChartData, ChartRequest } from '../chart/chart-contract.ts'
import { makeChartData } from '../chart/chart-data.ts'
import { missingColumn, type ChartSettings } from '../chart/chart-settings.ts'

/** The chart data with the settings it was made from. */
export interface MadeChart {
  data: ChartData
  settings: ChartSettings
}

/**
 * The data of the chart, computed again when its request changes, in steps shorter than a frame. The previous data
 * stays in the meantime; null before the first, or if a column is missing.
 */
export function useChartData({ rows, shape, settings, words }: Omit<ChartRequest, 'locale'>): MadeChart | null {
  const [made, setMade] = useState<MadeChart | null>(null)
  const isDrawn = settings.type !== 'table' && missingColumn(settings) === null
  // A title or a color does not change the numbers.
  const { type, x, y, series, aggregation, sort, limit } = settings
  const wanted = JSON.stringify({ type, x, y, series, aggregation, sort, limit })
  useEffect(() => {
    if (!isDrawn) return undefined
    const stop = new AbortController()
    makeChartData({ rows, shape, settings, words }, browserBreath(stop.signal)).then(
      (data) => {
        if (!stop.signal.aborted) setMade({ data, settings })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) throw error
      },
    )
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `wanted` has all the settings that matter here
  }, [rows, shape, words, wanted, isDrawn])
  return isDrawn ? made : null
}

import type { ResultColumn, Row } from '@parlance/contract'
import { useState } from 'react'
import { readKeptSettings, keepSettings } from './kept-settings.ts'
import { autoSettings, type ChartSettings } from '../chart/chart-settings.ts'

/** The number of changes that can be undone. */
const historyLimit = 100

interface History {
  past: ChartSettings[]
  now: ChartSettings
  future: ChartSettings[]
  /** The last changed setting: typing a title is one change. */
  changed: string
}

/** The settings of a chart, restored for this query, with undo and redo. */
export function useChartSettings(queryName: string, columns: ResultColumn[], rows: Row[]) {
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    now: readKeptSettings(queryName, columns.length) ?? autoSettings(columns, rows),
    future: [],
    changed: '',
  }))
  const show = (next: History) => {
    keepSettings(queryName, next.now)
    setHistory(next)
  }
  const set = (now: ChartSettings, changed: string) => {
    const joins = changed === 'title' && history.changed === 'title'
    const past = joins ? history.past : [...history.past, history.now].slice(-historyLimit)
    show({ past, now, future: [], changed })
  }
  const before = history.past.at(-1)
  const after = history.future.at(0)
  return {
    settings: history.now,
    change: (part: Partial<ChartSettings>) =>
      set({ ...history.now, ...part }, Object.keys(part).length === 1 ? String(Object.keys(part)[0]) : 'several'),
    reset: () => set(autoSettings(columns, rows), 'reset'),
    undo:
      before === undefined
        ? null
        : () =>
            show({
              past: history.past.slice(0, -1),
              now: before,
              future: [history.now, ...history.future],
              changed: 'undo',
            }),
    redo:
      after === undefined
        ? null
        : () =>
            show({
              past: [...history.past, history.now],
              now: after,
              future: history.future.slice(1),
              changed: 'redo',
            }),
  }
}

/** The settings and the functions that change them. */
export type ChartSettingsControl = ReturnType<typeof useChartSettings>

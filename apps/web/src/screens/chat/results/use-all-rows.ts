import type { FullResultsRequest, FullResultsResponse } from '@parlance/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadFullResults } from '../../../api/query.ts'
import { useQuestions } from '../../../ui/questions.tsx'

/** The number of rows between two progress updates. */
const progressStep = 1000

/** Loads all rows of a cut-off result; counts them as they arrive, and can be canceled. */
export function useAllRows() {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return {
    /** The number of rows so far; null while nothing is loading. */
    count,
    cancel: () => running.current?.abort(),
    load: async (request: FullResultsRequest, onLoaded: (full: FullResultsResponse) => void): Promise<void> => {
      const stop = new AbortController()
      running.current?.abort()
      running.current = stop
      setCount(0)
      try {
        let reported = 0
        const onRows = (rows: number) => {
          if (rows - reported < progressStep) return
          reported = rows
          setCount(rows)
        }
        onLoaded(await loadFullResults(request, { signal: stop.signal, onRows }))
      } catch {
        if (!stop.signal.aborted) await tell(t('Failed to load full results. Please try again.'))
      } finally {
        if (running.current === stop) {
          running.current = null
          setCount(null)
        }
      }
    },
  }
}

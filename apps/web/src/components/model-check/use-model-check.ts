import type { CheckModelRequest, ModelCheck, ModelCheckId, ModelReport } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkModel, modelReportsQuery } from '../../api/model-checks.ts'
import { describeError } from '../../lib/api-error.ts'
import { serverText } from '../../lib/server-text.ts'

interface CheckState {
  running: ModelCheckId | null
  checks: ModelCheck[]
  report: ModelReport | null
  error: string | null
}

const nothing: CheckState = { running: null, checks: [], report: null, error: null }

/** Runs the check of a model, one at a time. Leaving the page cancels it. */
export function useModelCheck() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [state, setState] = useState(nothing)
  const [isRunning, setRunning] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (request: CheckModelRequest): Promise<void> => {
    if (stop.current !== null) return
    const controller = new AbortController()
    stop.current = controller
    setRunning(true)
    setState(nothing)
    try {
      for await (const event of checkModel(request, controller.signal)) {
        setState((before) => {
          if (event.type === 'started') return { ...before, running: event.id }
          if (event.type === 'checked') return { ...before, running: null, checks: [...before.checks, event.check] }
          if (event.type === 'report') return { ...before, report: event.report }
          return { ...before, error: serverText(event) }
        })
      }
    } catch (error) {
      if (!controller.signal.aborted)
        setState((before) => ({ ...before, error: describeError(error, t('Could not check the model. Try again.')) }))
    } finally {
      stop.current = null
      setRunning(false)
      setState((before) => ({ ...before, running: null }))
      await queryClient.invalidateQueries({ queryKey: modelReportsQuery.queryKey })
    }
  }

  return { ...state, isRunning, run, cancel: () => stop.current?.abort() }
}

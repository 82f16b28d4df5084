import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open over the page. */
    layer?: Layer
  }
}

type Layer = 'menu' | 'sheet'

/** The step in the browser's history that something over the page is. */
interface HistoryStep {
  /** Call it when the user opens it. */
  begin: () => void
  /** Call it when the user closes it, so that Back does not have to be pressed twice. */
  end: () => void
  /** Call it when the user leaves it for another page, which is a separate step. */
  leave: () => void
}

/** Makes the browser's Back, or a swipe back on a phone, close what is open over the page instead of leaving it. */
export function useBackCloses(layer: Layer, onClose: () => void): HistoryStep {
  const { history, navigate } = useRouter()
  const isStep = useRef(false)
  const handleBack = useEffectEvent((now: Layer | undefined) => {
    if (now === layer || !isStep.current) return
    isStep.current = false
    onClose()
  })
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        if (action.type === 'BACK') handleBack(location.state.layer)
      }),
    [history],
  )
  return useMemo(
    () => ({
      begin: () => {
        if (isStep.current) return
        isStep.current = true
        void navigate({ to: '.', search: true, state: (state) => ({ ...state, layer }), resetScroll: false })
      },
      end: () => {
        if (!isStep.current) return
        isStep.current = false
        if (history.location.state.layer === layer) history.back()
      },
      leave: () => {
        isStep.current = false
      },
    }),
    [history, navigate, layer],
  )
}

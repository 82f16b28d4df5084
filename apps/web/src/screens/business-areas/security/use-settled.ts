import { useEffect, useState } from 'react'

/** The draft at the last pause in typing, and the number of pauses so far. */
export function useSettled<Draft>(draft: Draft, pause: number): { request: Draft; turn: number } {
  const [settled, setSettled] = useState({ request: draft, turn: 0 })
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((now) => (now.request === draft ? now : { request: draft, turn: now.turn + 1 })),
      pause,
    )
    return () => clearTimeout(timer)
  }, [draft, pause])
  return settled
}

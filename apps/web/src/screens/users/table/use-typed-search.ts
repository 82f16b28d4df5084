import { useEffect, useEffectEvent, useState } from 'react'

const settlesAfter = 250

/** The text of a search box, which the address follows once typing pauses. Follows the address when that changes. */
export function useTypedSearch(
  stored: string | undefined,
  onSearch: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(stored ?? '')
  const [seen, setSeen] = useState(stored)
  if (seen !== stored) {
    setSeen(stored)
    if ((stored ?? '') !== typed.trim()) setTyped(stored ?? '')
  }
  const send = useEffectEvent((text: string) => {
    if (text !== (stored ?? '')) onSearch(text === '' ? undefined : text)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), settlesAfter)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}

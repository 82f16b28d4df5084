import { useEffect, useState } from 'react'

/** Milliseconds without a key press before a search starts. */
const typingStops = 250
const longest = 200

/** A search stored in the address: it follows when typing stops, and Back changes the field. */
export function useTypedSearch(q: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Follow a search that did not come from this field; otherwise newer input must stay.
    if (q !== sent) {
      setSent(q)
      setTyped(q)
    }
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent) return undefined
    const timer = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, typingStops)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- onSearch is new on every render
  }, [typed, sent])
  return { typed, type: (text: string) => setTyped(text.slice(0, longest)) }
}

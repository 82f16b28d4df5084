import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being put on paper; told in time for the paper to show what depends on it. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia?.('print')
    const become = (printing: boolean) => flushSync(() => setPrinting(printing))
    const begin = () => become(true)
    const end = () => become(false)
    const follow = (event: MediaQueryListEvent) => become(event.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    media?.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      media?.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}

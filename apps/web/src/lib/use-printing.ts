import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed; changes early enough to affect the print. */
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

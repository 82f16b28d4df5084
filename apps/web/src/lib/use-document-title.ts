import { useEffect } from 'react'

/** Sets the page's name in the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Parlance' : `${title} · Parlance`
  }, [title])
}

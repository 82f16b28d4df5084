import { useEffect } from 'react'

/** Names the page in the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Parlance' : `${title} · Parlance`
  }, [title])
}

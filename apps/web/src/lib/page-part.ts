import { useEffect, useState } from 'react'

/** Code that a page loads only when it needs it. */
export interface PagePart<T> {
  load: () => Promise<T>
  /** Null until it is loaded. */
  loaded: T | null
}

export function pagePart<T>(load: () => Promise<T>): PagePart<T> {
  return { load, loaded: null }
}

/**
 * Loads a part of the page when it is first needed. Null until it is loaded, and if it could not be: the next one that
 * needs it tries again.
 */
export function usePagePart<T>(part: PagePart<T>, isNeeded: boolean): T | null {
  const [, setLoaded] = useState(part.loaded !== null)
  const isLoading = isNeeded && part.loaded === null
  useEffect(() => {
    if (!isLoading) return undefined
    let isShown = true
    part.load().then(
      (loaded) => {
        part.loaded = loaded
        if (isShown) setLoaded(true)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [part, isLoading])
  return part.loaded
}

import { useEffect, useMemo, useState } from 'react'

/** In milliseconds: deletions and failures are shown longer than changes. */
const shownFor = { change: 3000, deletion: 5000, failure: 5000 }

export interface Banner {
  kind: keyof typeof shownFor
  text: string
}

/** The message of an action on another page, which the list shows next. */
let left: Banner | null = null

/** Leaves a message for the list, because the current page closes. */
export function leaveBanner(banner: Banner): void {
  left = banner
}

/** The one message above the list; it disappears automatically. */
export function useBanner() {
  const [banner, setBanner] = useState(left)
  useEffect(() => {
    left = null
  }, [])
  useEffect(() => {
    if (banner === null) return undefined
    const timer = setTimeout(() => setBanner(null), shownFor[banner.kind])
    return () => clearTimeout(timer)
  }, [banner])
  return useMemo(() => ({ banner, show: (kind: Banner['kind'], text: string) => setBanner({ kind, text }) }), [banner])
}

export type ShowBanner = ReturnType<typeof useBanner>['show']

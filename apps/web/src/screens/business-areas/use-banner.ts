import { useEffect, useMemo, useState } from 'react'

/** Milliseconds: what was made or changed is told shorter than what is gone or went wrong. */
const shownFor = { change: 3000, deletion: 5000, failure: 5000 }

export interface Banner {
  kind: keyof typeof shownFor
  text: string
}

/** The one message above the list; it goes away by itself. */
export function useBanner() {
  const [banner, setBanner] = useState<Banner | null>(null)
  useEffect(() => {
    if (banner === null) return undefined
    const timer = setTimeout(() => setBanner(null), shownFor[banner.kind])
    return () => clearTimeout(timer)
  }, [banner])
  return useMemo(() => ({ banner, show: (kind: Banner['kind'], text: string) => setBanner({ kind, text }) }), [banner])
}

export type ShowBanner = ReturnType<typeof useBanner>['show']

import { useCallback, useSyncExternalStore } from 'react'

export const stackedMedia = '(max-width: 768px)'
/** The menu covers the chat if its 380 px would leave less than 300 px for each pane. */
export const menuOverMedia = '(max-width: 987px)'

/** Whether a media query matches; false if the browser cannot say. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(query)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query)?.matches ?? false)
}

import { useCallback, useSyncExternalStore } from 'react'

export const stackedMedia = '(max-width: 768px)'
/** Where the side menu's 380 px beside the chat would leave less than 300 px for each pane, it lies over it. */
export const menuOverMedia = '(max-width: 987px)'

/** Whether a media query holds; false where the browser cannot tell. */
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

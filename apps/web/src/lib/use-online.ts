import { useSyncExternalStore } from 'react'

/** Whether the browser believes it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** The network as the browser sees it. */
export interface Network {
  isOnline: () => boolean
  /** Calls the listener each time the browser is online again. @returns a function that stops it */
  onReturn: (listener: () => void) => () => void
}

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  onReturn: (listener) => {
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  },
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

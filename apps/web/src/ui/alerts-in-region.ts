import { createContext } from 'react'

/** Counts the alerts of the live region around; null outside of one. */
export const AlertsInRegion = createContext<((change: 1 | -1) => void) | null>(null)

import { useSyncExternalStore } from 'react'
import { onThemeChoice, readTheme } from './theme-store.ts'
import type { Theme } from './theme-store.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChoice, readTheme)
}

import { localStore } from './safe-storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'parlance:theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  const stored = localStore.get(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Stores the choice and applies it at once; 'system' follows the operating system again. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStore.remove(key)
    delete document.documentElement.dataset.theme
  } else {
    localStore.set(key, theme)
    document.documentElement.dataset.theme = theme
  }
  for (const listener of listeners) listener()
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
}

/** Calls `listener` at each choice in this tab. Returns a function that unsubscribes. */
export function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

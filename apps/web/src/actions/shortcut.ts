import type { ActionDefinition } from './definitions.ts'

interface KeyPress {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Whether a key press is this shortcut. */
export function matchesShortcut(shortcut: string, press: KeyPress, isApple: boolean): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const wantsMod = parts.includes('Mod')
  const hasMod = isApple ? press.metaKey : press.ctrlKey
  const hasOther = press.altKey || (isApple ? press.ctrlKey : press.metaKey)
  if (wantsMod !== hasMod || hasOther) return false
  if (parts.includes('Shift') && !press.shiftKey) return false
  // A sign such as ? or / may need Shift on some keyboards: the sign itself is what counts.
  if (!parts.includes('Shift') && press.shiftKey && /^[a-z]$/i.test(key)) return false
  return press.key.toLowerCase() === key.toLowerCase()
}

/** The keys as they are printed, one a piece. */
export function shortcutKeys(shortcut: string, isApple: boolean): string[] {
  const names: Record<string, string> = {
    Mod: isApple ? '⌘' : 'Ctrl',
    Shift: isApple ? '⇧' : 'Shift',
    Escape: 'Esc',
  }
  return shortcut.split('+').map((key) => names[key] ?? key.toUpperCase())
}

export function isAppleKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** Whether an action's shortcut may fire for a press on this element. */
export function mayFire(definition: ActionDefinition, target: EventTarget | null): boolean {
  if (definition.inFields || !(target instanceof HTMLElement)) return true
  return !target.isContentEditable && !['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

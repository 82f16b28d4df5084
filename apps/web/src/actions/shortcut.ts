import type { TFunction } from 'i18next'
import type { ActionDefinition } from './definitions.ts'

interface KeyPress {
  key: string
  /** The key's position on the keyboard, for layouts without Latin letters. */
  code?: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** The presses of a shortcut, one after another. */
export function pressesOf(shortcut: string): string[] {
  return shortcut.split(' ')
}

/** Whether a key press matches one press of a shortcut. */
export function matchesPress(wanted: string, press: KeyPress, isApple: boolean): boolean {
  const parts = wanted.split('+')
  const key = parts.at(-1) ?? ''
  const wantsMod = parts.includes('Mod')
  const hasMod = isApple ? press.metaKey : press.ctrlKey
  const hasOther = press.altKey || (isApple ? press.ctrlKey : press.metaKey)
  if (wantsMod !== hasMod || hasOther) return false
  if (parts.includes('Shift') && !press.shiftKey) return false
  // A character such as ? or / may need Shift on some keyboards, so only the character matters.
  if (!parts.includes('Shift') && press.shiftKey && !/^[^a-z]$/i.test(key)) return false
  if (press.key.toLowerCase() === key.toLowerCase()) return true
  return /^\p{L}$/u.test(press.key) && !/^[a-z]$/i.test(press.key) && press.code === `Key${key.toUpperCase()}`
}

const names: Record<string, string> = { Escape: 'Esc', ArrowUp: '↑', Enter: '↵' }

/** The keys of each press, as printed on the keyboard. */
export function shortcutKeys(shortcut: string, isApple: boolean): string[][] {
  const held: Record<string, string> = isApple ? { Mod: '⌘', Shift: '⇧' } : { Mod: 'Ctrl', Shift: 'Shift' }
  return pressesOf(shortcut).map((press) => press.split('+').map((key) => held[key] ?? names[key] ?? key.toUpperCase()))
}

/** A shortcut on one line: 'Ctrl Shift C', 'G then D'. */
export function shortcutText(shortcut: string, t: TFunction): string {
  const [first = '', second] = shortcutKeys(shortcut, isAppleKeyboard()).map((keys) => keys.join(' '))
  return second === undefined ? first : t('{first} then {second}', { first, second })
}

export function isAppleKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** Whether an action's shortcut may run for a press on this element. */
export function mayFire(definition: ActionDefinition, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return definition.place === null
  if (definition.place !== null && target.closest(`[data-keys="${definition.place}"]`) === null) return false
  if (definition.inFields) return true
  return !target.isContentEditable && !['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

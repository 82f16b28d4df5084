// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { actions } from './definitions.ts'
import { matchesShortcut, mayFire, shortcutKeys } from './shortcut.ts'

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('shortcuts', () => {
  it('match their keys and nothing that only looks like them', () => {
    expect(matchesShortcut('c', press('c'), false)).toBe(true)
    expect(matchesShortcut('c', press('c', { ctrlKey: true }), false)).toBe(false)
    expect(matchesShortcut('c', press('C', { shiftKey: true }), false)).toBe(false)
    expect(matchesShortcut('?', press('?', { shiftKey: true }), false)).toBe(true)
  })

  it('mean ⌘ on Apple keyboards and Ctrl elsewhere', () => {
    expect(matchesShortcut('Mod+Shift+c', press('C', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matchesShortcut('Mod+Shift+c', press('C', { metaKey: true, shiftKey: true }), true)).toBe(true)
    expect(matchesShortcut('Mod+Shift+c', press('C', { ctrlKey: true, shiftKey: true }), true)).toBe(false)
    expect(shortcutKeys('Mod+Shift+c', false)).toEqual(['Ctrl', 'Shift', 'C'])
  })

  it('stay silent while someone types, except those that must not', () => {
    const field = document.createElement('textarea')
    expect(mayFire(actions.newConversation, field)).toBe(false)
    expect(mayFire(actions.stop, field)).toBe(true)
    expect(mayFire(actions.newConversation, document.body)).toBe(true)
  })

  it('are given to one action each', () => {
    const given = Object.values(actions).flatMap((action) => action.shortcut ?? [])
    expect(new Set(given).size).toBe(given.length)
  })
})

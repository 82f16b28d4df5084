import { describe, expect, it } from 'vitest'
import { keysOf } from './actions-provider.tsx'
import { actions, allActions } from './definitions.ts'
import { createKeyReader } from './key-reader.ts'
import { matchesPress, mayFire, pressesOf, shortcutKeys } from './shortcut.ts'

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('shortcuts', () => {
  it('matches a shortcut’s keys and nothing similar', () => {
    expect(matchesPress('c', press('c'), false)).toBe(true)
    expect(matchesPress('c', press('c', { ctrlKey: true }), false)).toBe(false)
    expect(matchesPress('c', press('C', { shiftKey: true }), false)).toBe(false)
    expect(matchesPress('?', press('?', { shiftKey: true }), false)).toBe(true)
    expect(matchesPress('ArrowUp', press('ArrowUp', { shiftKey: true }), false)).toBe(false)
    expect(matchesPress('Mod+k', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false)
  })

  it('finds a shortcut by the position of the key on a keyboard without Latin letters', () => {
    expect(matchesPress('Mod+k', { ...press('л', { ctrlKey: true }), code: 'KeyK' }, false)).toBe(true)
    expect(matchesPress('Mod+k', { ...press('л', { ctrlKey: true }), code: 'KeyL' }, false)).toBe(false)
    expect(matchesPress('Mod+k', { ...press('t', { ctrlKey: true }), code: 'KeyK' }, false)).toBe(false)
  })

  it('uses ⌘ on Apple keyboards and Ctrl elsewhere', () => {
    expect(matchesPress('Mod+Shift+c', press('C', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matchesPress('Mod+Shift+c', press('C', { metaKey: true, shiftKey: true }), true)).toBe(true)
    expect(matchesPress('Mod+Shift+c', press('C', { ctrlKey: true, shiftKey: true }), true)).toBe(false)
    expect(shortcutKeys('Mod+Shift+c', false)).toEqual([['Ctrl', 'Shift', 'C']])
    expect(shortcutKeys('g d', false)).toEqual([['G'], ['D']])
  })

  it('ignores shortcuts while the user types, except those that must work', () => {
    const field = document.createElement('textarea')
    expect(mayFire(actions.newConversation, field)).toBe(false)
    expect(mayFire(actions.stop, field)).toBe(true)
    expect(mayFire(actions.openPalette, field)).toBe(true)
    expect(mayFire(actions.newConversation, document.body)).toBe(true)
  })

  it('limits shortcuts of a place to that place', () => {
    const field = document.createElement('textarea')
    expect(mayFire(actions.editQuestion, field)).toBe(false)
    field.dataset.keys = 'composer'
    expect(mayFire(actions.editQuestion, field)).toBe(true)
  })

  it('gives each shortcut one action, and starts none with another', () => {
    const everything = new Map(allActions.map((action) => [action.id, null]))
    const given = allActions.flatMap((action) => keysOf(action, everything) ?? [])
    expect(new Set(given).size).toBe(given.length)
    const begun = given.filter((keys) => pressesOf(keys).length > 1).map((keys) => pressesOf(keys)[0])
    expect(given.filter((keys) => begun.includes(keys))).toEqual([])
  })
})

describe('two presses', () => {
  const reader = (...available: (keyof typeof actions)[]) => {
    const read = createKeyReader(() => new Map(available.map((name) => [actions[name].id, null])), false)
    return (key: string, at: number, target: HTMLElement = document.body) => {
      const event = new KeyboardEvent('keydown', { key })
      Object.defineProperties(event, { timeStamp: { value: at }, target: { value: target } })
      return read(event)?.id ?? null
    }
  }

  it('treats two presses in a row as one shortcut', () => {
    const type = reader('goToChat', 'manageDatabases', 'newConversation')
    expect(type('g', 0)).toBeNull()
    expect(type('d', 400)).toBe('manage-databases')
    expect(type('d', 500)).toBeNull()
    expect(type('g', 600)).toBeNull()
    expect(type('c', 700)).toBe('go-to-chat')
    expect(type('c', 800)).toBe('new-conversation')
  })

  it('treats a late second press as a separate shortcut', () => {
    const type = reader('goToChat', 'newConversation')
    expect(type('g', 0)).toBeNull()
    expect(type('c', 1501)).toBe('new-conversation')
  })

  it('does nothing on two presses that are not a shortcut, even if the second is one by itself', () => {
    const type = reader('goToChat', 'recordVoice')
    expect(type('g', 0)).toBeNull()
    expect(type('v', 100)).toBeNull()
    expect(type('v', 200)).toBe('record-voice')
  })

  it('is not interrupted by keys that are only held', () => {
    const type = reader('goToChat')
    expect(type('g', 0)).toBeNull()
    expect(type('Shift', 100)).toBeNull()
    expect(type('c', 200)).toBe('go-to-chat')
  })

  it('ignores a sequence that starts in a text field', () => {
    const type = reader('goToChat')
    const field = document.createElement('input')
    expect(type('g', 0, field)).toBeNull()
    expect(type('c', 100)).toBeNull()
  })

  it('opens the list of connections on G then D for users without management', () => {
    const type = reader('viewConnections')
    expect(type('g', 0)).toBeNull()
    expect(type('d', 100)).toBe('view-connections')
    const admin = new Map([actions.manageDatabases, actions.viewConnections].map((action) => [action.id, null]))
    expect(keysOf(actions.manageDatabases, admin)).toBe('g d')
    expect(keysOf(actions.viewConnections, admin)).toBeNull()
  })
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSealed, seal } from './seal.ts'
import { Secret } from './secret.ts'

const key = new Secret<Uint8Array>(randomBytes(32))
const unopened = /unable to authenticate data/

test('a sealed text opens with its key and purpose, and never looks the same twice', () => {
  const sealed = seal(key, 'pässword', 'connection:1')
  expect(openSealed(key, sealed, 'connection:1')).toBe('pässword')
  expect(sealed).not.toContain('pässword')
  expect(seal(key, 'pässword', 'connection:1')).not.toBe(sealed)
})

test('a sealed text that was moved, changed, cut or made with another key does not open', () => {
  const sealed = seal(key, 'password', 'connection:1')
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => openSealed(key, sealed, 'connection:2')).toThrow(unopened)
  expect(() => openSealed(key, flipped, 'connection:1')).toThrow(unopened)
  expect(() => openSealed(key, sealed.slice(0, 20), 'connection:1')).toThrow(/tag/i)
  expect(() => openSealed(new Secret<Uint8Array>(randomBytes(32)), sealed, 'connection:1')).toThrow(unopened)
  expect(() => openSealed(key, 'password', 'connection:1')).toThrow('unknown form')
})

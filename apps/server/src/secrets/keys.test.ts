import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysPath, loadKeys } from './keys.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('keys', () => {
  test('are created once, readable only by their owner, and never change', () => {
    const first = loadKeys(join(folder, 'data'), { expectedFingerprint: null })
    const second = loadKeys(join(folder, 'data'), { expectedFingerprint: first.fingerprint })
    expect(second.dataKey.reveal()).toEqual(first.dataKey.reveal())
    expect(first.tokenSecret.reveal().length).toBe(32)
    expect(statSync(keysPath(join(folder, 'data'))).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'data'))).toEqual(['keys.json'])
  })

  test('two installations have different keys', () => {
    const one = loadKeys(join(folder, 'one'), { expectedFingerprint: null })
    const two = loadKeys(join(folder, 'two'), { expectedFingerprint: null })
    expect(one.hashSalt.reveal()).not.toBe(two.hashSalt.reveal())
    expect(one.fingerprint).not.toBe(two.fingerprint)
  })

  test('never creates new keys while a store exists', () => {
    const { fingerprint } = loadKeys(folder, { expectedFingerprint: null })
    rmSync(keysPath(folder))
    expect(() => loadKeys(folder, { expectedFingerprint: fingerprint })).toThrow(/Restore keys\.json from your backup/)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['cut short', (text: string) => text.slice(0, 100)],
    ['empty', () => ''],
    ['with a short key', (text: string) => text.replace(/"data_key": "[^"]+"/, '"data_key": "AAAA"')],
  ])('a file that is %s stops the start and stays unchanged', (_, damage) => {
    loadKeys(folder, { expectedFingerprint: null })
    const damaged = damage(readFileSync(keysPath(folder), 'utf8'))
    writeFileSync(keysPath(folder), damaged)
    expect(() => loadKeys(folder, { expectedFingerprint: null })).toThrow(/are damaged\. Restore keys\.json/)
    expect(readFileSync(keysPath(folder), 'utf8')).toBe(damaged)
  })

  test('refuses another installation’s keys', () => {
    loadKeys(folder, { expectedFingerprint: null })
    expect(() => loadKeys(folder, { expectedFingerprint: 'other:0000' })).toThrow(/belong to another installation/)
  })

  test('reports a folder that cannot be created and says what to do', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => loadKeys(join(folder, 'file', 'data'), { expectedFingerprint: null })).toThrow(/PARLANCE_DATA_DIR/)
  })

  test('R21 printing keys reveals nothing about them', () => {
    const keys = loadKeys(folder, { expectedFingerprint: null })
    const printed = JSON.stringify(keys) + inspect(keys, { depth: 9 })
    expect(printed).not.toContain('PRIVATE KEY')
    expect(printed).not.toContain(keys.hashSalt.reveal())
  })
})

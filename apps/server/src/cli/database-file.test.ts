import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFilePath, requireFile } from './database-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-file-'))
  writeFileSync(join(folder, 'here.sqlite'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an extension, a path or an existing file means a file; anything else is a connection’s name', () => {
  for (const name of ['shop.sqlite', 'shop.DB', './shop', 'package.json']) expect(isFilePath(name)).toBe(true)
  for (const name of ['Sample Shop', ':memory:', 'x'.repeat(5000), 'nul\u0000']) expect(isFilePath(name)).toBe(false)
})

test('explains in words why a file cannot be read', () => {
  symlinkSync('loop.sqlite', join(folder, 'loop.sqlite'))
  expect(() => requireFile(join(folder, 'here.sqlite'))).not.toThrow()
  expect(() => requireFile(join(folder, 'gone.sqlite'))).toThrow('There is no file')
  expect(() => requireFile(join(folder, 'here.sqlite', 'below.sqlite'))).toThrow('There is no file')
  expect(() => requireFile(folder)).toThrow('is not a file')
  expect(() => requireFile(join(folder, 'loop.sqlite'))).toThrow('leads back to itself')
  expect(() => requireFile(`${'x'.repeat(5000)}.sqlite`)).toThrow('too long')
  expect(() => requireFile('nul\u0000.sqlite')).toThrow('cannot be read')
})

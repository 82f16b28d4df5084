import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-folder-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('makes what is missing, for its owner alone, and may be asked again', () => {
  const deep = join(folder, 'a', 'b', 'c')
  makeFolder(deep, 0o700)
  makeFolder(deep, 0o700)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

test('a file in the way, or a link to nowhere, is the system’s own error', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file, 0o700)).toThrow('ENOTDIR')
  expect(() => makeFolder(join(file, 'below'), 0o700)).toThrow('ENOTDIR')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => makeFolder(join(folder, 'link'), 0o700)).toThrow('ENOENT')
})

test('ends where the file system lets nobody make anything', () => {
  expect(() => makeFolder('/proc/parlance/data', 0o700)).toThrow(/ENOENT|EACCES|EROFS|EPERM/)
})

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

test('creates missing folders for the owner only, and may be called again', () => {
  const deep = join(folder, 'a', 'b', 'c')
  makeFolder(deep, 0o700)
  makeFolder(deep, 0o700)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

test('a file in the way, or a dangling link, causes the system’s own error', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file, 0o700)).toThrow('ENOTDIR')
  expect(() => makeFolder(join(file, 'below'), 0o700)).toThrow('ENOTDIR')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => makeFolder(join(folder, 'link'), 0o700)).toThrow('ENOENT')
})

test('fails where the file system does not allow creating folders', () => {
  expect(() => makeFolder('/proc/parlance/data', 0o700)).toThrow(/ENOENT|EACCES|EROFS|EPERM/)
})

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packedProgram, sourceState } from './packed-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-packed-'))
  mkdirSync(join(folder, 'src/deep'), { recursive: true })
  for (const name of ['src/a.ts', 'src/deep/b.ts']) write(name, 'one', 1000)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string, changedAt: number): void {
  writeFileSync(join(folder, name), text)
  utimesSync(join(folder, name), changedAt, changedAt)
}

test('the state of the sources changes with every source, but not with a test', () => {
  const state = () => sourceState([join(folder, 'src'), join(folder, 'missing')])
  const states = [state()]
  const changes = [
    () => write('src/deep/b.ts', 'two', 1001),
    () => write('src/deep/b.ts', 'three', 1001),
    () => write('src/c.ts', '', 1002),
    () => rmSync(join(folder, 'src/a.ts')),
  ]
  for (const change of changes) {
    change()
    states.push(state())
  }
  expect(new Set(states).size).toBe(5)
  write('src/a.test.ts', 'test', 1003)
  expect(state()).toBe(states.at(-1))
})

test('a program of other sources is not used', () => {
  expect(packedProgram('server', folder)).toBeNull()
  mkdirSync(join(folder, sourceState()))
  write(`${sourceState()}/server.mjs`, '', 1000)
  expect(packedProgram('server', folder)).toMatch(/^file:.*\/server\.mjs$/)
})

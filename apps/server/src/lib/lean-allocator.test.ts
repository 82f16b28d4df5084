import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What a program prints about itself after it asked for the lean allocator. */
function startedWith(environment: Record<string, string>): { starts: number; arenas: string; args: string[] } {
  const program = `
    import { useLeanAllocator } from ${JSON.stringify(join(import.meta.dirname, 'lean-allocator.ts'))}
    console.log(process.pid)
    useLeanAllocator()
    console.log(JSON.stringify({ arenas: process.env.MALLOC_ARENA_MAX, args: process.argv.slice(1), pid: process.pid }))`
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const output = execFileSync(process.execPath, [...flags, 'an argument'], { env: environment, encoding: 'utf8' })
  const lines = output.trim().split('\n')
  const { pid, arenas, args } = JSON.parse(lines.at(-1) ?? '') as { pid: number; arenas: string; args: string[] }
  expect(new Set(lines.slice(0, -1))).toEqual(new Set([String(pid)]))
  return { starts: lines.length - 1, arenas, args }
}

test.skipIf(process.platform !== 'linux')('starts the program again as the same process, with its arguments', () => {
  expect(startedWith({})).toEqual({ starts: 2, arenas: '2', args: ['an argument'] })
})

test("keeps an administrator's own settings", () => {
  expect(startedWith({ MALLOC_ARENA_MAX: '4' })).toEqual({ starts: 1, arenas: '4', args: ['an argument'] })
})

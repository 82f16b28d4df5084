import './compile-cache.mjs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { useLeanAllocator } from './lib/lean-allocator.ts'
import { isBuilt } from './packed/is-built.ts'
import { packedProgram } from './packed/packed-folder.ts'
import type * as Program from './program.ts'

useLeanAllocator()

// `npm run dev` builds nothing, and watches the sources.
const packed = process.argv.includes('--without-pages') ? null : built()
const { run } = (await import(packed ?? './program.ts')) as typeof Program
await run()

/** The URL of the packed server. Null if it can't be packed. */
function built(): string | null {
  const current = packedProgram('server')
  if (isBuilt(current)) return current
  // In a process that ends, because a build takes several times the memory of the server.
  const program = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'cli/build.ts'), '--for-start']
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  return packedProgram('server')
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isBuilt } from '../packed/is-built.ts'

/** Builds the pages and packs the server in another process, so that no server that a test starts has to. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return
  const program = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../cli/build.ts')]
  await promisify(execFile)(process.execPath, program)
}

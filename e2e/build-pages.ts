import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Builds the pages once before the journeys, so that no server has to wait for the build. */
export default function buildPages(): void {
  const command = ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli/build.ts']
  execFileSync(process.execPath, command, { cwd: resolve(import.meta.dirname, '..'), stdio: 'inherit' })
}

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** The pages are built once before the journeys, so that no server of theirs waits for it. */
export default function buildPages(): void {
  const command = ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli/build-pages.ts']
  execFileSync(process.execPath, command, { cwd: resolve(import.meta.dirname, '..'), stdio: 'inherit' })
}

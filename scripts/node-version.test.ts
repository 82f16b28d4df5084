import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Returns the output when npm runs a script of this name on this version of Node. */
function printed(version: string, script: string): string {
  const env = { npm_config_user_agent: `npm/10.8.2 node/${version} linux x64`, npm_lifecycle_event: script }
  return String(execFileSync(process.execPath, [join(import.meta.dirname, 'node-version.mjs')], { env }))
}

test('starts with one line about the included Node on an older Node', () => {
  expect(printed('v20.20.2', 'start')).toBe(
    `Parlance runs on its own Node ${process.versions.node}. You can ignore npm's warnings about Node 20.\n`,
  )
  expect([printed('v22.23.3', 'start'), printed('v24.21.0', 'demo'), printed('v20.20.2', 'ask')]).toEqual(['', '', ''])
})

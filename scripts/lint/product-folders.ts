import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { isTest } from './plugin.ts'

/** Every product folder with TypeScript, from the repository's root. */
export const productFolders: readonly string[] = [
  ...new Set(
    execFileSync('git', ['ls-files', 'apps', 'packages'], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !isTest(path))
      .map((path) => dirname(path)),
  ),
]

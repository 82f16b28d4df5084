import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { statFiles } from '../lib/stat-files.ts'

/** The folder of the browser's sources. */
export const webFolder = resolve(import.meta.dirname, '../../../web')
const contractFolder = resolve(import.meta.dirname, '../../../../packages/contract/src')
const docsFolder = resolve(import.meta.dirname, '../../../../docs')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'chunks.ts', 'package.json']

/** The folder of the built browser files. */
export const bundleFolder = join(webFolder, 'dist')

/** Whether the bundle is missing or older than its sources; a bundle shipped without sources is never stale. */
export function isBundleStale(
  folder = bundleFolder,
  inputs = [...sources.map((name) => join(webFolder, name)), contractFolder, docsFolder],
): boolean {
  const built = modifiedAt(join(folder, 'pages/index.html'))
  if (built === null) return true
  let newest = 0
  const note = ({ mtimeMs }: { mtimeMs: number }): void => {
    newest = Math.max(newest, mtimeMs)
  }
  for (const input of inputs) statFiles(input, note)
  return newest > built
}

/** When a file was last changed, in milliseconds; null if it doesn't exist. */
export function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

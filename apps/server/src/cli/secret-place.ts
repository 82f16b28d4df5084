import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StartError } from '../lib/errors.ts'

const productFolder = resolve(import.meta.dirname, '../../../..')

/**
 * Refuses to write secrets where they could be committed or packed into an image: a git working tree or the product's
 * own folder. Both exclude the data folder.
 * @param what the subject of the error message
 * @throws StartError
 */
export function refuseSharedPlace(path: string, { dataDir, what }: { dataDir: string; what: string }): void {
  const place = resolve(path)
  if (isWithin(place, dataDir)) return
  const tree = isWithin(place, productFolder) ? productFolder : gitTreeOf(place)
  if (tree === null) return
  throw new StartError(
    `${what} would be in ${tree}, where it could be published by mistake. Choose a place outside that folder.`,
  )
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function gitTreeOf(path: string): string | null {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
  }
  return null
}

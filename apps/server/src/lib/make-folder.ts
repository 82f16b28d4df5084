import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileErrorCode } from './file-errors.ts'

/**
 * Creates a folder and its missing parents, each with this mode, and leaves an existing folder unchanged. Node's own
 * recursive option never returns if a file system refuses with 'not found', as below /proc.
 * @throws the system's error if it can't be created or isn't a folder
 */
export function makeFolder(path: string, mode: number): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder, { mode })
    } catch (error) {
      // Another process created it just now.
      if (fileErrorCode(error) !== 'EEXIST') throw error
    }
  }
  readdirSync(path)
}

function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    missing.unshift(folder)
  }
  return missing
}

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileErrorCode } from './file-errors.ts'

/**
 * Makes a folder and what is missing above it, each with this mode; a folder that is there stays as it is.
 * Node's own recursive form never returns where a file system refuses with 'not found', as below /proc.
 * @throws the system's error when it cannot be made, or is no folder
 */
export function makeFolder(path: string, mode: number): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder, { mode })
    } catch (error) {
      // Another process made it a moment ago.
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

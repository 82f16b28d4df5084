import { statSync } from 'node:fs'
import { StartError } from '../errors.ts'

const fileEnding = /\.(sqlite3?|db3?)$/i

/** Whether `--database` means a file rather than a connection's name. */
export function meansFile(database: string): boolean {
  return (
    fileEnding.test(database) || /[/\\]/.test(database) || statSync(database, { throwIfNoEntry: false }) !== undefined
  )
}

/** @throws StartError when there is no such file */
export function requireFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new StartError(`There is no file ${path}.`)
  if (!stats.isFile()) throw new StartError(`${path} is not a file.`)
}

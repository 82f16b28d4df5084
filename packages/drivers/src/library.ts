import { message } from '@parlance/contract/messages'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DriverError } from './contract.ts'

const require = createRequire(import.meta.url)

/**
 * Checks whether an optional client library is installed, without loading it; several names are separated by spaces.
 */
export function hasLibrary(names: string): boolean {
  return names.split(' ').every((name) => {
    const folders = require.resolve.paths(name) ?? []
    return folders.some((folder) => existsSync(join(folder, name, 'package.json')))
  })
}

/** Returns the one command that installs missing libraries. */
export function installCommand(names: string): string {
  return `npm install ${names}`
}

/**
 * Loads an optional client library on first use.
 * @throws DriverError unsupported, with the command that installs it, when it is missing
 */
export async function loadLibrary<Library>(name: string, load: () => Promise<Library>): Promise<Library> {
  if (hasLibrary(name)) return await load()
  const text = message('The client library {name} is not installed. Install it on the server with: {command}', {
    name,
    command: installCommand(name),
  })
  throw new DriverError('unsupported', text)
}

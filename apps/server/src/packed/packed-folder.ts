import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { statFiles } from '../lib/stat-files.ts'

const serverFolder = resolve(import.meta.dirname, '../..')
const root = resolve(serverFolder, '../..')
/** Packed files contain some libraries, so their versions matter. */
const versions = join(root, 'package-lock.json')

/** The folder of packed programs. It has one folder for each state of the sources. */
export const packedFolder = join(serverFolder, 'dist')

/** The programs that are packed, by their names, with their sources. Each exports `run`. */
export const programs = {
  server: join(serverFolder, 'src/program.ts'),
  ask: join(serverFolder, 'src/cli/ask-program.ts'),
  mcp: join(serverFolder, 'src/cli/mcp-program.ts'),
} as const

/**
 * The URL of a packed program.
 * @returns null if the current sources aren't packed
 */
export function packedProgram(name: keyof typeof programs, folder = packedFolder): string | null {
  const path = join(folder, sourceState(), `${name}.mjs`)
  return existsSync(path) ? pathToFileURL(path).href : null
}

/** Whether the programs can be packed. The folder of an installation may be read-only. */
export function canPack(): boolean {
  try {
    accessSync(serverFolder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A name that changes whenever a source of the server changes, appears, or disappears. Reads no contents. */
export function sourceState(sources = serverSources()): string {
  let files = 0
  let bytes = 0
  let times = 0
  const add = (stats: Stats): void => {
    if (stats.isDirectory()) return
    files++
    bytes += stats.size
    // Whole seconds, which survive in an image.
    times += Math.floor(stats.mtimeMs / 1000)
  }
  for (const source of sources) statFiles(source, add, (name) => !name.endsWith('.test.ts'))
  return `${files}-${bytes}-${times}`
}

function serverSources(): string[] {
  const packages = join(root, 'packages')
  return [join(serverFolder, 'src'), versions, ...readdirSync(packages).map((name) => join(packages, name, 'src'))]
}

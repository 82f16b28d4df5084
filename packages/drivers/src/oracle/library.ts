import { message } from '@parlance/contract'
import type oracledb from 'oracledb'
import { DriverError } from '../contract.ts'
import { loadLibrary } from '../library.ts'
import { keepExactTimes } from './exact-values.ts'
import { adaptTransport } from './transport.ts'

export type Library = typeof oracledb

let loading: Promise<Library> | null = null
/** The library works in one mode for the whole process: the mode of the first connection. */
let chosen: 'thin' | 'thick' | null = null

/**
 * Loads the library on first use, in the requested mode.
 * @param folder the folder of the Oracle client libraries for thick mode; null for the system's default
 * @throws DriverError unsupported when it is not installed, already works in the other mode, or finds no client
 * libraries
 */
export async function loadOracle(useThickMode: boolean, folder: string | null): Promise<Library> {
  loading ??= load()
  const library = await loading
  const mode = useThickMode ? 'thick' : 'thin'
  if (chosen !== null && chosen !== mode) {
    const text = message(
      "This server already uses Oracle's {chosen} mode and can use only one mode at a time. Restart it to use {mode} mode for all Oracle connections.",
      { chosen, mode },
    )
    throw new DriverError('unsupported', text)
  }
  if (chosen === null && useThickMode) startThickMode(library, folder)
  chosen = mode
  return library
}

async function load(): Promise<Library> {
  const { default: library } = await loadLibrary('oracledb', async () => await import('oracledb'))
  keepExactTimes()
  adaptTransport()
  return library
}

function startThickMode(library: Library, folder: string | null): void {
  try {
    library.initOracleClient(folder === null ? {} : { libDir: folder })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const text = message('Could not load the Oracle client libraries: {reason}', { reason })
    throw new DriverError('unsupported', text, { cause: error })
  }
}

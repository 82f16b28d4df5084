import type oracledb from 'oracledb'
import { DriverError } from '../contract.ts'
import { loadLibrary } from '../library.ts'
import { keepExactTimes } from './exact-values.ts'
import { adaptTransport } from './transport.ts'

export type Library = typeof oracledb

let loading: Promise<Library> | null = null
/** The library works in one mode for the whole process: that of the first connection. */
let chosen: 'thin' | 'thick' | null = null

/**
 * The library, loaded when it is first needed, in the mode that is asked for.
 * @param folder where the Oracle client libraries are, for thick mode; null for where the system looks for them
 * @throws DriverError unsupported when it is not installed, works in the other mode already, or finds no client libraries
 */
export async function loadOracle(useThickMode: boolean, folder: string | null): Promise<Library> {
  loading ??= load()
  const library = await loading
  const mode = useThickMode ? 'thick' : 'thin'
  if (chosen !== null && chosen !== mode) {
    const message = `This server already uses Oracle's ${chosen} mode, and can use one mode at a time. Restart it to use ${mode} mode for all Oracle connections.`
    throw new DriverError('unsupported', message)
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
    throw new DriverError('unsupported', `The Oracle client libraries could not be loaded: ${reason}`, { cause: error })
  }
}

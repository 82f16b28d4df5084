import { join } from 'node:path'
import type snowflake from 'snowflake-sdk'
import { loadLibrary } from '../library.ts'

type Library = typeof snowflake

let loading: Promise<Library> | null = null

/**
 * Turns off what the library would do on its own when it loads or signs in: query the cloud's metadata addresses and
 * the machine's cloud account (R14), load a native module, report how connections are configured, and store certificate
 * responses in the home folder. A folder below a file can never be created, so the responses stay in memory.
 */
const switchedOff = {
  SF_OCSP_RESPONSE_CACHE_DIR: join(process.execPath, 'none'),
  SNOWFLAKE_DISABLE_PLATFORM_DETECTION: 'true',
  SNOWFLAKE_DISABLE_MINICORE: 'true',
  SF_TELEMETRY_DISABLE_CONNECTION_SHAPE: 'true',
}

const silent = () => {}

/** Loads the library on first use and configures it once for the process. */
export async function loadSnowflake(): Promise<Library> {
  loading ??= load()
  return await loading
}

async function load(): Promise<Library> {
  Object.assign(process.env, switchedOff)
  const { default: library } = await loadLibrary('snowflake-sdk', async () => await import('snowflake-sdk'))
  library.configure({
    // Its logger writes a file into the working folder, and a copy to the console.
    logLevel: 'OFF',
    customLogger: { error: silent, warn: silent, info: silent, debug: silent, trace: silent },
    // Its own VARIANT parser runs invalid JSON as a program (R01); here the text stays text.
    jsonColumnVariantParser: (text: string) => text,
    xmlColumnVariantParser: (text: string) => text,
    // Checks certificates like any browser: a revoked one is refused, and an unreachable authority is ignored.
    disableOCSPChecks: false,
    ocspFailOpen: true,
  })
  return library
}

import { join } from 'node:path'
import type snowflake from 'snowflake-sdk'
import { loadLibrary } from '../library.ts'

type Library = typeof snowflake

let loading: Promise<Library> | null = null

/**
 * What the library would do by itself when it is loaded or signs in: ask the cloud's metadata addresses and the
 * machine's own cloud account who it is (R14), load a native module, report how connections are configured, and keep
 * answers about certificates in the home folder; a folder below a file can never be made, so they stay in memory.
 */
const switchedOff = {
  SF_OCSP_RESPONSE_CACHE_DIR: join(process.execPath, 'none'),
  SNOWFLAKE_DISABLE_PLATFORM_DETECTION: 'true',
  SNOWFLAKE_DISABLE_MINICORE: 'true',
  SF_TELEMETRY_DISABLE_CONNECTION_SHAPE: 'true',
}

const silent = () => {}

/** The library, loaded when it is first needed and set up once for the process. */
export async function loadSnowflake(): Promise<Library> {
  loading ??= load()
  return await loading
}

async function load(): Promise<Library> {
  Object.assign(process.env, switchedOff)
  const { default: library } = await loadLibrary('snowflake-sdk', async () => await import('snowflake-sdk'))
  library.configure({
    // Its own logger writes a file into the working folder, and a copy to the console.
    logLevel: 'OFF',
    customLogger: { error: silent, warn: silent, info: silent, debug: silent, trace: silent },
    // Its own reading of VARIANT runs what is not JSON as a program (R01); here they stay the text they are.
    jsonColumnVariantParser: (text: string) => text,
    xmlColumnVariantParser: (text: string) => text,
    // A certificate is checked as in every browser: a revoked one is refused, an unreachable authority is no obstacle.
    disableOCSPChecks: false,
    ocspFailOpen: true,
  })
  return library
}

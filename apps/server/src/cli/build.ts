import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { packPrograms } from '../packed/pack-programs.ts'
import { ensureBundle } from '../web/build-bundle.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

// Builds the pages and packs the server, unless they are up to date. `npm run build` is for images and services, whose
// program folder is read-only at run time.
try {
  // A start that is going to fail should not make anyone wait for the build.
  if (process.argv.includes('--for-start')) loadConfig()
  await ensureBundle(say)
  await packPrograms(say)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exitCode = 1
}

import { describeStartFailure } from '../lib/errors.ts'
import { ensureBundle } from '../web/build-bundle.ts'

// For images and services, whose program folder is read-only at run time.
try {
  await ensureBundle((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exitCode = 1
}

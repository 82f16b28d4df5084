import { describeStartFailure } from '../lib/errors.ts'
import { ensureBundle } from '../web/build-bundle.ts'

// For images and services, where the program's own folder cannot be written once it runs.
try {
  await ensureBundle((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exitCode = 1
}

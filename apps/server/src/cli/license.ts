import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { licenseHelp, parseLicenseArguments } from './license-arguments.ts'
import { inspectLicense, issueLicense, makeIssuer } from './run-license.ts'

ignoreClosedPipe(process.stdout, process.stderr)
try {
  process.stdout.write(`${await answer()}\n`)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exitCode = 1
}

async function answer(): Promise<string> {
  const wanted = parseLicenseArguments(process.argv.slice(2))
  if (wanted.command === 'help') return licenseHelp
  const config = loadConfig()
  if (wanted.command === 'keygen') return makeIssuer(config, wanted.out)
  const now = new Date()
  return wanted.command === 'issue' ? issueLicense(config, wanted, now) : inspectLicense(config, wanted.token, now)
}

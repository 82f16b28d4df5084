import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { keysPath } from '../secrets/keys.ts'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { rotateKeys } from './rotate-keys.ts'

const help = `Usage: npm run keys -- rotate

rotate   Creates a new key for this installation's stored passwords and API keys, and encrypts them again with it.
         Stop every server first. If the command is interrupted, either the old key or the new one still works.
`

function describeRotation(count: number): string {
  if (count === 1) return 'Rotated the key and encrypted 1 stored secret again.'
  return `Rotated the key and encrypted ${count} stored secrets again.`
}

ignoreClosedPipe(process.stdout, process.stderr)
const [command] = process.argv.slice(2)
if (command === 'rotate') {
  try {
    const config = loadConfig()
    const count = await rotateKeys(config)
    process.stdout.write(
      `${describeRotation(count)}\n` +
        `Back up ${keysPath(config.dataDir)} now. Older backups of the store still need the keys.json that was saved with them.\n`,
    )
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exitCode = 1
  }
} else {
  process.stdout.write(help)
  process.exitCode = command === undefined || command === '--help' ? 0 : 1
}

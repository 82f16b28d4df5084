import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { keysPath } from '../secrets/keys.ts'
import { rotateKeys } from './rotate-keys.ts'

const help = `Usage: npm run keys -- rotate

rotate   Gives this installation a new key for its stored passwords and API keys, and seals them anew.
         Stop every server first. Interrupted at any moment, it leaves either the old key or the new one in force.
`

const [command] = process.argv.slice(2)
if (command === 'rotate') {
  try {
    const config = loadConfig()
    const count = await rotateKeys(config)
    process.stdout.write(
      `The key was rotated; ${count} stored secret${count === 1 ? '' : 's'} sealed anew.\n` +
        `Back up ${keysPath(config.dataDir)} now. Older backups of the store need the keys.json that was backed up with them.\n`,
    )
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exitCode = 1
  }
} else {
  process.stdout.write(help)
  process.exitCode = command === undefined || command === '--help' ? 0 : 1
}

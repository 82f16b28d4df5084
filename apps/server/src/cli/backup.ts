import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { refuseSharedPlace } from './secret-place.ts'
import { writeBackup } from '../store/backup/write-backup.ts'

const help = `Usage: npm run backup -- FOLDER

Copies this installation into a new folder: the store, the keys, and the files in the data folder. The server can keep
running. Keep the copy as safe as the data folder itself, because its keys decrypt every stored password.
`

ignoreClosedPipe(process.stdout, process.stderr)
const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  process.stdout.write(help)
  process.exitCode = folder === '--help' ? 0 : 1
} else {
  try {
    const { dataDir, databaseUrl } = loadConfig()
    refuseSharedPlace(folder, { dataDir, content: 'backup' })
    const store = { dataDir, databaseUrl: databaseUrl?.reveal() ?? null }
    const { rows, files, skipped, isRecorded } = await writeBackup(store, folder, new Date())
    process.stdout.write(`Backed up ${rows} rows and ${files} files to ${folder}.\n`)
    if (skipped.length > 0) process.stdout.write(`Skipped links: ${skipped.join(', ')}.\n`)
    if (!isRecorded)
      process.stderr.write('The overview does not show this backup, because the store could not be written.\n')
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exitCode = 1
  }
}

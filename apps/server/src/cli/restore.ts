import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { restoreBackup } from '../store/backup/restore-backup.ts'
import { ignoreClosedPipe } from './closed-pipe.ts'

const help = `Usage: npm run restore -- FOLDER

Restores a backup into an empty data folder (PARLANCE_DATA_DIR) and, with DATABASE_URL, an empty PostgreSQL database.
A backup of SQLite can be restored into PostgreSQL, and the other way around.
`

ignoreClosedPipe(process.stdout, process.stderr)
const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  process.stdout.write(help)
  process.exitCode = folder === '--help' ? 0 : 1
} else {
  try {
    const { dataDir, databaseUrl } = loadConfig()
    const { rows, files } = await restoreBackup(folder, { dataDir, databaseUrl: databaseUrl?.reveal() ?? null })
    process.stdout.write(`Restored ${rows} rows and ${files} files. Everyone must sign in again.\n`)
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exitCode = 1
  }
}

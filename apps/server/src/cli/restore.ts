import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'
import { restoreBackup } from '../store/backup/restore-backup.ts'

const help = `Usage: npm run restore -- FOLDER

Makes an installation out of a backup, in an empty data folder (PARLANCE_DATA_DIR) and, with DATABASE_URL, an empty
PostgreSQL database. A backup of either store can be restored into the other.
`

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  process.stdout.write(help)
  process.exitCode = folder === '--help' ? 0 : 1
} else {
  try {
    const { dataDir, databaseUrl } = loadConfig()
    const { rows, files } = await restoreBackup(folder, { dataDir, databaseUrl: databaseUrl?.reveal() ?? null })
    process.stdout.write(`Restored ${rows} rows and ${files} files. Everyone signs in again.\n`)
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exitCode = 1
  }
}

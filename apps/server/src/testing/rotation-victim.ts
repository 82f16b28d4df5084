import { loadConfig } from '../config/config.ts'
import { rotateKeys } from '../cli/rotate-keys.ts'

/* A key rotation that is killed at one of its steps, as in a power failure. */
const [dataDir = '', databaseUrl = '', step = ''] = process.argv.slice(2)
const config = loadConfig({ PARLANCE_DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
await rotateKeys(config, (reached) => {
  if (reached === step) process.kill(process.pid, 'SIGKILL')
})

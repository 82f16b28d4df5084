import { loadConfig } from './config/config.ts'
import { describeStartFailure } from './lib/errors.ts'
import { loadAhead } from './load-ahead.ts'
import { startServer } from './start-server.ts'
import type { RunningServer } from './start-server.ts'

const stopPatienceMs = 10_000
const loadAheadAfterMs = 1_000
let isStopping = false

/** Starts the server, and stops it on a signal. Prints where it is ready, or why it could not start. */
export async function run(): Promise<void> {
  try {
    const server = await startServer(loadConfig(), (line) => void process.stdout.write(`${line}\n`), {
      withPages: !process.argv.includes('--without-pages'),
    })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stopOnce(server))
    process.stdout.write(`Parlance is ready at ${server.address}\n`)
    // If a part can't be loaded, its first use reports it.
    setTimeout(() => void loadAhead().catch(() => undefined), loadAheadAfterMs).unref()
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    process.exit(1)
  }
}

/** The first signal stops in order and in bounded time; the second stops at once. */
async function stopOnce(server: RunningServer): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), stopPatienceMs).unref()
  await server.stop()
  process.exit(0)
}

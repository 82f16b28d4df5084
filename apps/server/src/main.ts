import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { describeStartFailure } from './errors.ts'
import type { RunningServer } from './start-server.ts'

const stopPatienceMs = 10_000

// Before anything large is loaded: the second start compiles nothing again.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/parlance'))

try {
  const { loadConfig } = await import('./config.ts')
  const { startServer } = await import('./start-server.ts')
  const server = await startServer(loadConfig(), (line) => void process.stdout.write(`${line}\n`))
  process.stdout.write(`Parlance is ready at ${server.address}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stopOnce(server))
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

let isStopping = false

/** The first signal stops in order and in bounded time; the second stops at once. */
async function stopOnce(server: RunningServer): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), stopPatienceMs).unref()
  await server.stop()
  process.exit(0)
}

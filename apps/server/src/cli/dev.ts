import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadConfig } from '../config/config.ts'
import { describeStartFailure } from '../lib/errors.ts'

const sources = join(import.meta.dirname, '..')

// For development: reloads pages as their sources are saved, and restarts the server behind them.
try {
  const { host, port } = loadConfig()
  const inner = await freePort()
  const pages = await servePages(host, port, inner)
  const server = startServer(inner, pages.address)
  const stop = (): void => void server.kill('SIGTERM')
  // Vite's own listener would end this process before the server has stopped.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  await once(server, 'exit')
  await pages.close()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

/** The pages, with API calls passed to the server. @throws if the port is in use */
async function servePages(host: string, port: number, inner: number) {
  process.env['PARLANCE_SERVER'] = `http://127.0.0.1:${inner}`
  const { createServer: createPages } = await import('vite')
  const configFile = join(sources, '../../web/vite.config.ts')
  const pages = await createPages({ configFile, logLevel: 'warn', server: { host, port, strictPort: true } })
  await pages.listen()
  return { address: `http://${host}:${port}`, close: () => pages.close() }
}

/** Node restarts the server when one of its sources changes. Prints only the pages' address. */
function startServer(port: number, address: string) {
  const flags = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning']
  const program = ['--import', join(sources, 'compile-cache.mjs'), join(sources, 'main.ts'), '--without-pages']
  const server = spawn(process.execPath, [...flags, ...program], {
    env: { ...process.env, PARLANCE_HOST: '127.0.0.1', PARLANCE_PORT: String(port) },
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    process.stdout.write(`${line.replace(/(?<=^Parlance is ready at )\S+$/, address)}\n`)
  })
  return server
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

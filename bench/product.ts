import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** The arguments of `npm start`. Without the limit, a streamed export alone grows the young heap by 100 MB. */
export const productArguments = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--import',
  './apps/server/src/compile-cache.mjs',
  join(root, 'apps/server/src/main.ts'),
]

/** Milliseconds after which a server has loaded what it loads ahead. */
export const settledMs = 5_000

/** Bytes of resident memory. */
export interface Memory {
  server: number
  children: number
}

/** A server process that has printed its address. */
export interface StartedServer {
  address: string
  /** Bytes of memory that the process uses now (Linux only; null elsewhere). */
  residentBytes(): number | null
  /** Bytes of memory that the process and its child processes use now, separately (Linux only; null elsewhere). */
  memory(): Memory | null
  /** Milliseconds of processor time that the process has used (Linux only; null elsewhere). */
  cpuMs(): number | null
  /** Asks the process to collect its garbage, if it supports that. */
  collect(): void
  stop(): Promise<void>
}

/**
 * Starts a server as a separate process on a free port.
 * @throws when it ends before it prints an address
 */
export async function startServerProcess(
  commandArguments: string[],
  data: string,
  environment: Record<string, string> = {},
): Promise<StartedServer> {
  const child = spawn(process.execPath, commandArguments, {
    cwd: root,
    env: { ...process.env, PARLANCE_PORT: '0', PARLANCE_DATA_DIR: data, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((settle) => child.once('exit', settle))
  const address = await printedAddress(child.stdout)
  child.stdout.resume()
  return {
    address,
    residentBytes: () => residentBytes(child),
    memory: () => memoryOf(child.pid),
    cpuMs: () => cpuMs(child),
    collect: () => void child.kill('SIGUSR2'),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The memory of a process and of all that it started. Null where the system doesn't report it. */
export function memoryOf(pid: number | undefined): Memory | null {
  const server = residentBytes({ pid })
  if (server === null || pid === undefined) return null
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const children = started.map((child) => residentBytes({ pid: Number(child) }) ?? 0)
  return { server, children: children.reduce((sum, bytes) => sum + bytes, 0) }
}

function residentBytes({ pid }: Pick<ChildProcess, 'pid'>): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}

/** The kernel counts in hundredths of a second, separately for user and system mode. */
function cpuMs({ pid }: ChildProcess): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return user === undefined || system === undefined ? null : (user + system) * 10
}

function printedAddress(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((settle, fail) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const match = /http:\/\/[\w.[\]:-]+:\d+/.exec(text)
      if (match) settle(match[0])
    })
    output.once('end', () => fail(new Error(`the server stopped before it printed its address:\n${text}`)))
  })
}

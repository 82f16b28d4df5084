import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server for tests: its address, or why there is none. */
export type TestServer = { url: string; stop: () => Promise<void> } | { skip: string }

export interface UserIds {
  uid?: number
  gid?: number
}

/** Database servers refuse to run as root. Every Linux has an unprivileged user with this ID. */
export function unprivilegedIds(): UserIds {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
}

/** Creates a private folder that the given user may write to. */
export function makeServerFolder(name: string, ids: UserIds): string {
  const folder = mkdtempSync(join(tmpdir(), `parlance-${name}-`))
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(folder, ids.uid, ids.gid)
  chmodSync(folder, 0o700)
  return folder
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Runs a setup command to its end. If it fails, its output becomes the error's text. */
export async function runCommand(
  command: string,
  args: string[],
  options: UserIds & { cwd?: string } = {},
): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collectOutput(child)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${output()}`)
}

export interface RunningServer {
  stop: () => Promise<void>
}

/** The shell briefly outlives this process: when its input closes, it stops the server and removes the folder. */
const supervisor =
  '"$@" & server=$!; cat >/dev/null; kill -QUIT $server 2>/dev/null; wait $server; rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }'

/**
 * Starts a server that ends with this process, even when this process is killed, and waits until `isReady` resolves.
 * @throws Error with the server's own output when it does not start
 */
export async function startServer(
  command: string,
  args: string[],
  options: UserIds & { folder: string; isReady: () => Promise<unknown> },
): Promise<RunningServer> {
  const { folder, isReady, ...ids } = options
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const child = spawn('sh', ['-c', supervisor, 'sh', command, ...args], {
    ...ids,
    cwd: folder,
    env: { PATH: process.env.PATH, folder, LC_ALL: 'C' },
    // Output goes to a file, because a full pipe that no one reads would stop the server.
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  const stop = async () => {
    child.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin?.end()
    if (child.exitCode === null) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntil(isReady)
  } catch (error) {
    const output = readFileSync(logFile, 'utf8').slice(-4000)
    await stop()
    throw new Error(`${command} did not start: ${output}`, { cause: error })
  }
  child.unref()
  unrefStream(child.stdin)
  return { stop }
}

async function waitUntil(isReady: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (true) {
    try {
      await isReady()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => text
}

function unrefStream(stream: unknown): void {
  if (stream !== null && typeof stream === 'object' && 'unref' in stream && typeof stream.unref === 'function') {
    stream.unref()
  }
}

import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { programFlags } from './program-flags.ts'

/** The product as an operator starts it, in its own process. */
export interface ServerProcess {
  url: string
  pid: number
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code; null if a signal ended it. */
  exited: Promise<number | null>
}

const main = join(import.meta.dirname, '../main.ts')

/** Resolves once it is ready. @throws with its output if it ends before that */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...programFlags, main], {
    env: { PATH: process.env['PATH'], PARLANCE_PORT: '0', PARLANCE_RATE_LIMIT_SCALE: '1000', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<string>()
  let printed = ''
  const read = (chunk: Buffer): void => {
    printed += String(chunk)
    const address = /ready at \S+?:(\d+)/.exec(printed)?.[1]
    if (address !== undefined) ready.resolve(`http://127.0.0.1:${address}`)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      resolve(code)
      ready.reject(new Error(`The server ended: ${printed}`))
    })
  })
  return { url: await ready.promise, pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), exited }
}

export interface RoundRobin {
  url: string
  /** Sends requests to these servers from now on. */
  use(servers: string[]): void
  close(): Promise<void>
}

/** A load balancer that sends each request to the next server, even on one connection, and passes streams through. */
export async function startRoundRobin(servers: string[]): Promise<RoundRobin> {
  let targets = servers
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const target = targets[turn++ % targets.length]
    if (target === undefined) return void outgoing.writeHead(502).end()
    pass(incoming, outgoing, target)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    use: (changed) => {
      targets = changed
    },
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { method, url } = incoming
  const headers = endToEnd(incoming.headers)
  const onward = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** Those of one connection (RFC 9110, 7.6.1). The server keeps its connections longer than the load balancer does. */
const hopByHop = new Set(['connection', 'keep-alive'])

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}

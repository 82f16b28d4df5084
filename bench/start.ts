import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median, type Figure } from './figure.ts'

const root = resolve(import.meta.dirname, '..')
const rounds = 7

/** Process start to first answered request, on a data folder that exists and a bundle that is built, against an empty Fastify server. */
export async function run(): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  try {
    await timeToAnswer(productArguments, data)
    const product: number[] = []
    const floor: number[] = []
    for (let round = 0; round < rounds; round++) {
      floor.push(await timeToAnswer(floorArguments, data))
      product.push(await timeToAnswer(productArguments, data))
    }
    return [
      {
        bench: 'start',
        name: 'start to first answer',
        value: median(product) / median(floor),
        unit: 'x floor',
        reach: 3,
      },
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

const productArguments = ['--disable-warning=ExperimentalWarning', join(root, 'apps/server/src/main.ts')]
const floorArguments = [join(root, 'bench/empty-server.ts')]

/** Milliseconds from spawning the process until its printed address has answered. */
async function timeToAnswer(commandArguments: string[], data: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, commandArguments, {
    cwd: root,
    env: { ...process.env, PARLANCE_PORT: '0', PARLANCE_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((settle) => child.once('exit', settle))
  try {
    const address = await printedAddress(child.stdout)
    const response = await fetch(address)
    await response.arrayBuffer()
    return performance.now() - started
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

async function printedAddress(output: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk.toString()
    const match = /http:\/\/[\w.[\]:-]+:\d+/.exec(text)
    if (match) return match[0]
  }
  throw new Error(`the server stopped before it printed its address:\n${text}`)
}

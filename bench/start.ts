import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Figure } from './figure.ts'
import { productArguments, startServerProcess } from './product.ts'

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

const floorArguments = [join(import.meta.dirname, 'empty-server.ts')]

/** Milliseconds from spawning the process until its printed address has answered. */
async function timeToAnswer(commandArguments: string[], data: string): Promise<number> {
  const started = performance.now()
  const server = await startServerProcess(commandArguments, data)
  try {
    const response = await fetch(server.address)
    await response.arrayBuffer()
    return performance.now() - started
  } finally {
    await server.stop()
  }
}

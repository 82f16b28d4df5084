import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quartile, type Figure } from './figure.ts'
import { productArguments, startServerProcess } from './product.ts'

const rounds = 7

/**
 * Measures from process start to the first answered request, with an existing data folder and built pages, against an
 * empty Fastify server.
 */
export async function run(): Promise<Figure[]> {
  return await measureStart(productArguments, rounds)
}

/** @param commandArguments those of a program that prints its address */
export async function measureStart(commandArguments: string[], measuredRounds: number): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  try {
    await measure(commandArguments, data)
    const product: Start[] = []
    const floor: Start[] = []
    for (let round = 0; round < measuredRounds; round++) {
      floor.push(await measure(floorArguments, data))
      product.push(await measure(commandArguments, data))
    }
    const ratio = (of: (starts: Start[]) => number) => of(product) / of(floor)
    const figure = { bench: 'start', unit: 'x floor', limit: 3 } as const
    const timed = ratio((starts) => quartile(starts.map(({ ms }) => ms)))
    const worked = ratio((starts) => median(starts.map(({ cpuMs }) => cpuMs ?? 0)))
    return [
      { ...figure, name: 'start to first response', value: timed },
      // This figure depends least on what other programs do at the same time.
      ...(Number.isFinite(worked) ? [{ ...figure, name: 'processor time to first response', value: worked }] : []),
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** An empty server. */
export const floorArguments = [join(import.meta.dirname, 'empty-server.ts')]

/** One start, up to the first answer at its printed address. */
interface Start {
  ms: number
  /** Null if the system doesn't report it. */
  cpuMs: number | null
}

async function measure(commandArguments: string[], data: string): Promise<Start> {
  const started = performance.now()
  const server = await startServerProcess(commandArguments, data)
  try {
    const response = await fetch(server.address)
    await response.arrayBuffer()
    return { ms: performance.now() - started, cpuMs: server.cpuMs() }
  } finally {
    await server.stop()
  }
}

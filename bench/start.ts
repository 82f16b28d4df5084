import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quartile, type Figure } from './figure.ts'
import { ask, chooseEngine } from './load.ts'
import { signIn, signInAgain } from './measured-database.ts'
import { productArguments, settledMs, startServerProcess, type StartedServer } from './product.ts'

const rounds = 7

/**
 * Measures from process start to the first answered request, with an existing data folder and built pages, against an
 * empty Fastify server. Then measures the first question of a process.
 */
export async function run(): Promise<Figure[]> {
  return [...(await measureStart(productArguments, rounds)), ...(await measureFirstQuestion(rounds))]
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

/** How many milliseconds a server needs to settle, and a user who has signed in to type a question. */
const waits = { settle: settledMs, type: 2_000 }

/** Measures the first question to a server of a user who has just signed in, in processor time. */
async function measureFirstQuestion(measuredRounds: number): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const started = async <Result>(use: (server: StartedServer) => Promise<Result>): Promise<Result> => {
    const server = await startServerProcess(productArguments, data)
    try {
      return await use(server)
    } finally {
      await server.stop()
    }
  }
  try {
    await started(async ({ address }) => {
      await chooseEngine(address, await signIn(address))
      await ask(address, await signInAgain(address), firstQuestion)
    })
    const worked: number[] = []
    for (let round = 0; round < measuredRounds; round++)
      worked.push(await started((server) => firstQuestionMs(server, waits)))
    const figure = { bench: 'start', name: 'processor time of the first question', unit: 'ms', limit: 500 } as const
    return [{ ...figure, value: median(worked) }]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

const firstQuestion = 'How many customers are there in each city?'

/** @returns the milliseconds of processor time of a question after a sign-in; NaN if the system doesn't report them */
export async function firstQuestionMs(
  { address, cpuMs }: Pick<StartedServer, 'address' | 'cpuMs'>,
  { settle, type }: typeof waits,
): Promise<number> {
  await sleep(settle)
  const member = await signInAgain(address)
  await sleep(type)
  const before = cpuMs() ?? Number.NaN
  await ask(address, member, firstQuestion)
  return (cpuMs() ?? Number.NaN) - before
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

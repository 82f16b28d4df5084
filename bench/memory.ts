import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchKinds, openBenchDatabase, type BenchDatabase } from './catalogue-engines.ts'
import { addCrowd, renew, type CrowdMember } from './crowd.ts'
import { median, type Figure } from './figure.ts'
import { ask, chooseEngine } from './load.ts'
import { post, signIn } from './measured-database.ts'
import { productArguments, settledMs, startServerProcess, type Memory } from './product.ts'

const questions = [
  'How many customers are there?',
  'How many customers are there in each city?',
  'What is the average amount of customers?',
  'Which 5 customers have the highest amount?',
  'What is the total amount of customers by city?',
]
/** How often access tokens are renewed. */
const renewalMinutes = 10

/** What is asked, and for how long. */
export interface Mix {
  /** Questions to each database, one after the other. */
  questions: number
  users: number
  questionsPerSecond: number
  minutes: number
}

/** A server whose memory is measured. */
export interface MeasuredServer {
  address: string
  memory(): Memory | null
}

/**
 * Measures the resident memory of the server, and of its child processes separately: after the first start, the second
 * one, 50 questions to each of three databases, and a time of mixed questions (a minute, or `--minutes`).
 */
export async function run({ minutes }: { minutes: number }): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const databases: BenchDatabase[] = []
  const start = () => startServerProcess(productArguments, folder, { PARLANCE_RATE_LIMIT_SCALE: '1000' })
  const figures: Figure[] = []
  try {
    const first = await start()
    await sleep(settledMs)
    figures.push(...figuresOf('after the first start', first.memory(), null))
    await first.stop()
    const server = await start()
    try {
      await sleep(settledMs)
      figures.push(...figuresOf('after the second start', server.memory(), 150))
      for (const kind of benchKinds) databases.push(await openBenchDatabase(kind))
      const mix = { questions: 50, users: 20, questionsPerSecond: 5, minutes }
      return [...figures, ...(await measureMemory(server, folder, databases, mix))]
    } finally {
      await server.stop()
    }
  } finally {
    for (const database of databases) await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param folder the server's data folder */
export async function measureMemory(
  server: MeasuredServer,
  folder: string,
  databases: readonly BenchDatabase[],
  mix: Mix,
): Promise<Figure[]> {
  const headers = await signIn(server.address)
  await chooseEngine(server.address, headers)
  const members = await addCrowd(folder, null, mix.users)
  const ids: string[] = []
  for (const database of databases) ids.push(await connect(server.address, headers, database))
  const [first] = members
  for (const id of ids)
    for (let asked = 0; asked < mix.questions && first !== undefined; asked++)
      await ask(server.address, first, questionAt(asked), id)
  const name = `${databases.length} databases asked ${mix.questions} times`
  const asked = figuresOf(name, server.memory(), 450)
  return [...asked, ...(await measureGrowth(server, members, ids, { ...mix, renew: () => renew(folder, members) }))]
}

/** Asks at a steady rate, and compares the memory in the last quarter of the time with that in the third one. */
async function measureGrowth(
  server: MeasuredServer,
  members: readonly CrowdMember[],
  ids: readonly string[],
  { questionsPerSecond, minutes, renew: renewAll }: Mix & { renew: () => Promise<void> },
): Promise<Figure[]> {
  const total = Math.max(8, Math.round(minutes * 60 * questionsPerSecond))
  const samples: Memory[] = []
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (let asked = 0; asked < total && failures.length === 0; asked++) {
    if (asked % (renewalMinutes * 60 * questionsPerSecond) === 0) await renewAll()
    const member = members[asked % members.length]
    const id = ids[asked % ids.length]
    if (member !== undefined && id !== undefined) {
      const question = ask(server.address, member, questionAt(asked), id)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => open.delete(question))
      open.add(question)
    }
    const sample = server.memory()
    if (sample !== null) samples.push(sample)
    await sleep(1000 / questionsPerSecond)
  }
  await Promise.all(open)
  if (failures.length > 0) throw new Error('A question failed', { cause: failures[0] })
  if (samples.length === 0) return []
  const part = (from: number, to: number) =>
    median(samples.slice(Math.floor(total * from), Math.floor(total * to)).map(({ server: bytes }) => bytes))
  const lasted = `${Number((total / questionsPerSecond / 60).toFixed(1))} minutes of questions`
  return [
    ...figuresOf(`after ${lasted}`, server.memory(), 450),
    {
      bench: 'memory',
      name: `growth in the second half of ${lasted}`,
      value: part(0.75, 1) / part(0.5, 0.75),
      unit: 'x floor',
      limit: 1.1,
    },
  ]
}

function questionAt(number: number): string {
  return questions[number % questions.length] ?? ''
}

/** Fills a database, and adds it as a tested connection for all users. @returns its ID */
async function connect(address: string, headers: Record<string, string>, database: BenchDatabase): Promise<string> {
  await database.run(
    'CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(50), city VARCHAR(50), amount INTEGER)',
  )
  const rows = Array.from(
    { length: 500 },
    (_, at) => `(${at}, 'Customer ${at}', 'City ${at % 20}', ${(at * 37) % 1000})`,
  )
  await database.run(`INSERT INTO customers VALUES ${rows.join(', ')}`)
  const base = '/api/v1/database-management/configurations'
  const form = { name: `bench ${database.kind}`, visibility: 'public', db_type: database.kind, ...database.config }
  const { config_id: id } = await post(address, base, form, headers)
  const tested = await post(address, `${base}/${String(id)}/test`, {}, headers)
  if (tested.success !== true) throw new Error(String(tested.message))
  return String(id)
}

function figuresOf(name: string, memory: Memory | null, limit: number | null): Figure[] {
  if (memory === null) return []
  const megabytes = (bytes: number) => bytes / 1024 / 1024
  return [
    { bench: 'memory', name, value: megabytes(memory.server), unit: 'MB', limit },
    { bench: 'memory', name: `${name}, child processes`, value: megabytes(memory.children), unit: 'MB', limit: null },
  ]
}

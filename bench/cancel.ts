import { driverFor } from '@parlance/drivers'
import { readFileSync } from 'node:fs'
import { benchKinds, openBenchDatabase, type BenchDatabase, type BenchKind } from './catalogue-engines.ts'
import { median, type Figure } from './figure.ts'

const rounds = 7
const limit: Record<BenchKind, number> = { sqlite: 100, postgresql: 1000, mysql: 1000 }

/**
 * Measures the time from the request to stop a query until the engine runs none, while it computes and while rows
 * arrive.
 */
export async function run(): Promise<Figure[]> {
  return await measureCancel(benchKinds, rounds)
}

export async function measureCancel(kinds: readonly BenchKind[], times: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const kind of kinds) {
    const database = await openBenchDatabase(kind)
    try {
      for (const [name, sql] of Object.entries(slowSql[kind])) {
        const taken: number[] = []
        for (let time = 0; time < times; time++) taken.push(await measure(database, kind, sql))
        figures.push({
          bench: 'cancel',
          name: `${kind}, ${name}`,
          value: median(taken),
          unit: 'ms',
          limit: limit[kind],
        })
        figures.push({
          bench: 'cancel',
          name: `${kind}, ${name}, slowest`,
          value: Math.max(...taken),
          unit: 'ms',
          limit: null,
        })
      }
    } finally {
      await database.close()
    }
  }
  return figures
}

async function measure(database: BenchDatabase, kind: BenchKind, sql: string): Promise<number> {
  const connection = await (await driverFor(kind)).connect(database.config)
  const controller = new AbortController()
  const options = { signal: controller.signal, timeoutMs: 60_000, maxRows: null, maxBytes: null }
  const aborted = new Promise((resolve) => controller.signal.addEventListener('abort', resolve))
  const read = async () => {
    for await (const batch of (await connection.query(sql, [], options)).batches) if (batch.length > 0) await aborted
  }
  const failed = read().then(
    () => Promise.reject(new Error(`${kind}: the query ended before it was canceled`)),
    () => {},
  )
  await until(async () => (await countRunning(database, kind)) > 0)
  const started = performance.now()
  controller.abort()
  await until(async () => (await countRunning(database, kind)) === 0)
  const time = performance.now() - started
  await failed
  await connection.close()
  return time
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve))
}

async function countRunning(database: BenchDatabase, kind: BenchKind): Promise<number> {
  if (kind === 'sqlite') return countBusyChildren()
  return (await database.read(runningSql[kind])).length
}

/** Counts busy child processes from Linux's process table; SQLite runs only in those. */
function countBusyChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter((pid) => stateOf(pid) === 'R').length
}

function stateOf(pid: string): string {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

const runningSql = {
  postgresql:
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'parlance' AND state <> 'idle' AND query LIKE '%endless%'",
  mysql: "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE '%endless%' AND ID <> CONNECTION_ID()",
}

const ten = Array.from({ length: 10 }, (_, index) => `SELECT ${index} AS n`).join(' UNION ALL ')
const digits = `SELECT x.n * 100 + y.n * 10 + z.n AS n FROM (${ten}) x, (${ten}) y, (${ten}) z`

const slowSql: Record<BenchKind, Record<string, string>> = {
  // Unread rows leave the child process idle, so only computing is measured.
  sqlite: {
    'while computing': 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  },
  postgresql: {
    'while computing': 'SELECT count(*) AS endless FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    'while returning rows': 'SELECT generate_series(1, 1000000000) AS endless',
  },
  mysql: {
    'while computing': `SELECT count(*) AS endless FROM (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) d WHERE a.n + b.n + c.n + d.n = -1`,
    'while returning rows': `SELECT a.n AS endless FROM (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) d`,
  },
}

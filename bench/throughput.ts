import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@parlance/drivers'
import pg from 'pg'
import { addCrowd, atOnce, postAs, type CrowdMember } from './crowd.ts'
import { median, type Figure } from './figure.ts'
import { connect, makePostgres, makeSqlite, measuredSql, signIn, type MeasuredDatabase } from './measured-database.ts'
import { productArguments, startServerProcess, type StartedServer } from './product.ts'

/** Connections that the product opens to one database. */
const connections = 8
const rows = 1000
const rounds = 7

/** How many users ask at once, and how often each. */
export interface Crowd {
  users: number
  times: number
  rounds: number
  /** How often each asks before the first round. A server gets faster for about 2,000 results, and then stays so. */
  timesBefore: number
}

/**
 * Measures a result of 1,000 rows for 50 users at once: against the client library with as many connections, which for
 * SQLite is the driver with its child processes, and against the same users in turn.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const databases = [makeSqlite(folder, rows), await makePostgres(rows)].filter((database) => database !== null)
  const server = await startServerProcess(productArguments, folder, { PARLANCE_RATE_LIMIT_SCALE: '1000' })
  try {
    return await measureThroughput(server, folder, databases, { users: 50, times: 6, rounds, timesBefore: 50 })
  } finally {
    await server.stop()
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param folder the server's data folder */
export async function measureThroughput(
  server: Pick<StartedServer, 'address'>,
  folder: string,
  databases: readonly MeasuredDatabase[],
  crowd: Crowd,
): Promise<Figure[]> {
  const headers = await signIn(server.address)
  const members = await addCrowd(folder, null, crowd.users)
  const figures: Figure[] = []
  for (const database of databases) {
    const id = await connect(server.address, headers, database)
    figures.push(...(await measure(database, crowd, members, (member) => askAll(server, member, id))))
  }
  return figures
}

async function measure(
  database: MeasuredDatabase,
  { users, times, rounds: measuredRounds, timesBefore }: Crowd,
  members: readonly CrowdMember[],
  ask: (member: CrowdMember) => Promise<void>,
): Promise<Figure[]> {
  const [first] = members
  if (first === undefined) return []
  const library = await openLibrary(database)
  await atOnce(members, timesBefore, ask)
  await atOnce(members, timesBefore, library.read)
  const floors: number[] = []
  const together: number[] = []
  const inTurn: number[] = []
  const spreads: number[] = []
  for (let round = 0; round < measuredRounds; round++) {
    floors.push((await atOnce(members, times, library.read)).msEach)
    const pace = await atOnce(members, times, ask)
    together.push(pace.msEach)
    spreads.push(pace.p95 / pace.p50)
    let next = 0
    inTurn.push((await atOnce([first], users, () => ask(members[next++ % users] ?? first))).msEach)
  }
  await library.close()
  const name = `${database.kind}, ${users} users`
  return [
    { name: `${name}, relative to the client library`, value: medianRatio(together, floors), limit: 1.67 },
    { name: `${name}, relative to users in turn`, value: medianRatio(together, inTurn), limit: 1 },
    { name: `${name}, p95 relative to the median`, value: median(spreads), limit: 6 },
  ]
    .map((figure): Figure => ({ bench: 'throughput', unit: 'x floor', ...figure }))
    .concat([
      { bench: 'throughput', name: `${name}, one result`, value: median(together), unit: 'ms', limit: null },
      { bench: 'throughput', name: `${name} in turn, one result`, value: median(inTurn), unit: 'ms', limit: null },
      {
        bench: 'throughput',
        name: `${name}, one result of the library`,
        value: median(floors),
        unit: 'ms',
        limit: null,
      },
    ])
}

/** Compares within each round, because other programs on the machine slow both down. */
function medianRatio(values: readonly number[], floors: readonly number[]): number {
  return median(values.map((value, round) => value / (floors[round] ?? NaN)))
}

async function askAll({ address }: Pick<StartedServer, 'address'>, member: CrowdMember, id: string): Promise<void> {
  const asked = { sql_query: measuredSql, database_config_id: id }
  const answer = await postAs(member, `${address}/api/v1/query/full-results`, asked)
  // Making a text of the whole answer would use the processors that the server needs.
  const end = answer.subarray(-4000).toString()
  if (!end.includes(`"row_count":${rows},`)) throw new Error(end)
}

interface Library {
  read: () => Promise<void>
  close: () => Promise<void>
}

async function openLibrary(database: MeasuredDatabase): Promise<Library> {
  const { kind, address, form } = database
  if (kind === 'postgresql') {
    const pool = new pg.Pool({ connectionString: address, max: connections })
    return {
      read: async () => void (await pool.query({ text: measuredSql, rowMode: 'array' })),
      close: () => pool.end(),
    }
  }
  const { db_type: _, ...config } = form
  const opened = await Promise.all(
    Array.from({ length: connections }, async () => (await database.driver()).connect(config)),
  )
  const free = [...opened]
  const waiting: ((connection: Connection) => void)[] = []
  return {
    read: async () => {
      const connection = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))
      const limits = { timeoutMs: 600_000, maxRows: null, maxBytes: null }
      const { batches } = await connection.query(measuredSql, [], limits)
      for await (const _ of batches);
      const next = waiting.shift()
      if (next) next(connection)
      else free.push(connection)
    },
    close: async () => void (await Promise.all(opened.map((connection) => connection.close()))),
  }
}

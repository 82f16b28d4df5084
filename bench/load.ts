import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { addCrowd, atOnce, postAs, type CrowdMember, type Pace } from './crowd.ts'
import { median, type Figure } from './figure.ts'
import { post, signIn } from './measured-database.ts'
import { productArguments, startServerProcess } from './product.ts'

const questions = [
  'How many orders are there for each status?',
  'How many customers are there in each country?',
  'What are the 5 most expensive products?',
  'How many products are there?',
]

/** How many users ask, and how many questions each. */
export interface Load {
  users: number
  questions: number
  rounds: number
}

/** Measures questions to the built-in engine from 200 users, to one of two server processes and to both. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const postgres = await startPostgres()
  if ('skip' in postgres) throw new Error(postgres.skip)
  const database = await createPostgresDatabase(postgres.url)
  const environment = { DATABASE_URL: database.url, PARLANCE_RATE_LIMIT_SCALE: '1000' }
  const servers = [await startServerProcess(productArguments, folder, environment)]
  try {
    servers.push(await startServerProcess(productArguments, folder, environment))
    const addresses = servers.map(({ address }) => address)
    return await measureLoad(addresses, folder, database.url, { users: 200, questions: 2, rounds: 3 })
  } finally {
    for (const server of servers) await server.stop()
    await database.drop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param addresses server processes that share the store and the data folder */
export async function measureLoad(
  addresses: readonly string[],
  folder: string,
  databaseUrl: string,
  load: Load,
): Promise<Figure[]> {
  const [first = ''] = addresses
  await chooseEngine(first, await signIn(first))
  const members = await addCrowd(folder, databaseUrl, load.users)
  const pace = (among: readonly string[], times: number): Promise<Pace> => {
    const asking = members.map((member, index) => ({
      member,
      address: among[index % among.length] ?? '',
      asked: index,
    }))
    return atOnce(asking, times, (each) =>
      ask(each.address, each.member, questions[each.asked++ % questions.length] ?? ''),
    )
  }
  // The first questions load parsers and catalogs.
  for (const address of addresses) await pace([address], 1)
  const alone: Pace[] = []
  const together: Pace[] = []
  for (let round = 0; round < load.rounds; round++) {
    alone.push(await pace(addresses.slice(0, 1), load.questions))
    together.push(await pace(addresses, load.questions))
  }
  const middle = (paces: Pace[], of: (pace: Pace) => number) => median(paces.map(of))
  const name = `${load.users} users, ${addresses.length} processes`
  const ratio = middle(together, ({ msEach }) => msEach) / middle(alone, ({ msEach }) => msEach)
  return [
    { bench: 'load', name: `${name}, time relative to one process`, value: ratio, unit: 'x floor', limit: 1 / 1.7 },
    {
      bench: 'load',
      name: `${name}, p95 relative to the median`,
      value: middle(together, ({ p50, p95 }) => p95 / p50),
      unit: 'x floor',
      limit: 4,
    },
    {
      bench: 'load',
      name: `${name}, one question`,
      value: middle(together, ({ msEach }) => msEach),
      unit: 'ms',
      limit: null,
    },
    {
      bench: 'load',
      name: `${name}, median answer`,
      value: middle(together, ({ p50 }) => p50),
      unit: 'ms',
      limit: null,
    },
  ]
}

/** Answers questions with the built-in engine. */
export async function chooseEngine(address: string, headers: Record<string, string>): Promise<void> {
  const engine = { provider: 'builtin', model: 'builtin', api_key: null, base_url: null }
  for (const path of ['test/orchestration', 'orchestration-model'])
    await post(address, `/api/v1/env-config/${path}`, engine, headers)
}

/**
 * Asks in a new conversation.
 * @param databaseId null for the selected database
 * @throws if there is no answer
 */
export async function ask(
  address: string,
  member: CrowdMember,
  question: string,
  databaseId: string | null = null,
): Promise<void> {
  const sessions = `${address}/apps/nl_to_sql_agent/users/${member.userId}/sessions`
  const { id: sessionId } = JSON.parse((await postAs(member, sessions, {})).toString()) as { id: string }
  const events = await postAs(member, `${address}/api/v1/custom_run_sse`, {
    appName: 'nl_to_sql_agent',
    userId: member.userId,
    sessionId,
    databaseConfigId: databaseId,
    turnId: randomUUID(),
    newMessage: { role: 'user', parts: [{ text: question }] },
  })
  if (!events.includes('functionResponse') || events.includes('"type":"error"'))
    throw new Error(events.subarray(-500).toString())
}

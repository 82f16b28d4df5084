import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { beginSignIn, type SignIn } from '../apps/server/src/features/auth/service.ts'
import { signAccessToken } from '../apps/server/src/features/auth/access-token.ts'
import { loadKeys } from '../apps/server/src/secrets/keys.ts'
import { openStore } from '../apps/server/src/store/open-store.ts'
import type { UserRow } from '../apps/server/src/store/schema.ts'

/** A signed-in user. */
export interface CrowdMember {
  userId: string
  headers: Record<string, string>
}

/** One whose access token can be renewed. */
export interface RenewableMember extends CrowdMember {
  signIn: SignIn
}

/** Makes the rows of active users. */
export function newUsers(count: number): UserRow[] {
  const now = new Date().toISOString()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  return Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    email: `user${number}@example.test`,
    email_key: `user${number}@example.test`,
    username: `User ${number}`,
    organization: 'Example',
    password_hash: '',
    role: 'GENERAL',
    status: 'A',
    is_active: 1,
    tenant_id: null,
    tenant_name: null,
    dept_id: null,
    attributes: '{}',
    daily_query_limit: null,
    monthly_query_limit: null,
    daily_query_count: number % 3,
    monthly_query_count: number % 3,
    daily_query_reset_at: tomorrow,
    monthly_query_reset_at: tomorrow,
    created_at: now,
    last_login_at: null,
    updated_at: null,
  }))
}

/**
 * Adds users to the store of a running server, and signs them in for fifteen minutes.
 * @param databaseUrl the PostgreSQL database of the store; null for SQLite in the data folder
 */
export async function addCrowd(dataDir: string, databaseUrl: string | null, count: number): Promise<RenewableMember[]> {
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const users = newUsers(count)
    await store.db.insertInto('users').values(users).execute()
    const members: RenewableMember[] = []
    for (const { id: userId } of users)
      members.push({ userId, headers: {}, signIn: await beginSignIn(store.db, userId, new Date()) })
    await renew(dataDir, members)
    return members
  } finally {
    await store.close()
  }
}

/** Gives members new access tokens, for fifteen more minutes. */
export async function renew(dataDir: string, members: readonly RenewableMember[]): Promise<void> {
  const keys = loadKeys(dataDir, { expectedFingerprint: null })
  for (const member of members) {
    const token = await signAccessToken(member.signIn, keys, new Date())
    member.headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }
}

const agent = new Agent({ keepAlive: true })

/** Posts JSON over a kept connection. `fetch` would take more of the machine. @throws for an error status */
export async function postAs({ headers }: CrowdMember, url: string, body: object): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const sent = request(url, { method: 'POST', headers, agent }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.once('error', reject)
    response.once('end', () => {
      const answer = Buffer.concat(parts)
      if (response.statusCode === 200) resolve(answer)
      else reject(new Error(`${url}: ${response.statusCode} ${answer.toString()}`))
    })
  })
  sent.once('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

/** How long work took. */
export interface Pace {
  /** Milliseconds for one piece of work, with all workers together. */
  msEach: number
  p50: number
  p95: number
}

/** Lets every worker do its work several times in turn, all workers at once. */
export async function atOnce<Worker>(
  workers: readonly Worker[],
  times: number,
  work: (worker: Worker) => Promise<unknown>,
): Promise<Pace> {
  const taken: number[] = []
  const started = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      for (let time = 0; time < times; time++) {
        const begun = performance.now()
        await work(worker)
        taken.push(performance.now() - begun)
      }
    }),
  )
  const msEach = (performance.now() - started) / taken.length
  taken.sort((a, b) => a - b)
  const at = (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
  return { msEach, p50: at(0.5), p95: at(0.95) }
}

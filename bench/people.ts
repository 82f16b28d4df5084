import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultAppName } from '@parlance/contract'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { startServedApp, type ServedApp } from '../apps/server/src/testing/served-app.ts'
import { openStore } from '../apps/server/src/store/open-store.ts'
import type { UserRow } from '../apps/server/src/store/schema.ts'
import type { Store } from '../apps/server/src/store/store.ts'
import type { AreaRecord } from '../apps/server/src/features/areas/store/area-record.ts'
import { insertArea } from '../apps/server/src/features/areas/store/area-store.ts'
import { orderedId } from '../apps/server/src/lib/ordered-id.ts'
import { makeAreaRecord } from '../apps/server/src/testing/area-record.ts'
import { newUsers } from './crowd.ts'
import { quartile, type Figure } from './figure.ts'

const rounds = 5
const readLimitMs = 200
const bulkLimitMs = 3000
/** Rows of one insert. */
const insertedRows = 500

/** How many people an installation has, what is granted to their groups, and what they have asked. */
export interface Installation {
  users: number
  groups: number
  groupsPerUser: number
  connections: number
  connectionsPerGroup: number
  areas: number
  /** Words of each user's questions that were not clear. */
  wordsPerUser: number
}

const large: Installation = {
  users: 5000,
  groups: 200,
  groupsPerUser: 10,
  connections: 300,
  connectionsPerGroup: 5,
  areas: 300,
  wordsPerUser: 10,
}

/** Measures the pages of administration, and changes of all users, with 5,000 users, 300 databases, and 300 areas. */
export async function run(): Promise<Figure[]> {
  const figures = await measurePeople('sqlite', large, null)
  const server = await startPostgres()
  if ('skip' in server) throw new Error(server.skip)
  const database = await createPostgresDatabase(server.url)
  try {
    figures.push(...(await measurePeople('postgresql', large, database.url)))
  } finally {
    await database.drop()
    await server.stop()
  }
  return figures
}

/** @param databaseUrl the PostgreSQL database of the installation; null for SQLite */
export async function measurePeople(
  name: string,
  installation: Installation,
  databaseUrl: string | null,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const environment: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const served = await startServedApp({ provider: 'builtin', model: 'builtin' }, folder, environment)
  const store = await openStore({ dataDir: folder, databaseUrl })
  try {
    const people = await seed(store, installation)
    return [...(await measureReads(served, name, people)), ...(await measureChanges(served, name, people))]
  } finally {
    await store.close()
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface People {
  userId: string
  groupId: string
  applicationId: string
  connectionId: string
}

async function measureReads(served: ServedApp, name: string, { userId, groupId, ...of }: People): Promise<Figure[]> {
  const { applicationId, connectionId } = of
  const reads: Record<string, string> = {
    'users, first page': 'users/search?page_size=50',
    'users, last page by questions': 'users/search?page_size=50&page=100&sort=questions',
    'users, searched': 'users/search?page_size=50&search=user4',
    'users of a group': `users/search?page_size=50&group_id=${groupId}`,
    'users with conflicts': 'users/search?page_size=50&attributes=conflicting',
    'groups, first page': 'groups?limit=50',
    'one group': `groups/${groupId}`,
    'members of a group': `groups/${groupId}/members?limit=50`,
    'what a deletion takes': `groups/${groupId}/deletion`,
    'one user': `users/${userId}`,
    'access of a user': `users/${userId}/access`,
    'reach of a user': `users/${userId}/reach`,
    databases: 'database-management/configurations',
    'use of databases': 'database-management/use',
    'health checks': 'database-management/health-checks',
    overview: 'overview',
    areas: 'business-areas/',
    'areas of an application': `business-areas/?application_id=${applicationId}`,
    'audit log of a user': `audit?limit=50&user_id=${userId}`,
    'audit log of a database': `audit?limit=50&target_id=${connectionId}`,
    'audit log, searched': 'audit?limit=50&search=database%2029',
  }
  const figures: Figure[] = []
  for (const [read, path] of Object.entries(reads)) {
    figures.push(figureOf(`${name}, ${read}`, await timesOf(() => call(served, 'GET', path)), readLimitMs))
  }
  const user = await served.services.users.find(userId)
  if (user === null) throw new Error('the seeded user does not exist')
  const effective = await timesOf(() => served.services.users.effective(user))
  return [...figures, figureOf(`${name}, rights of one question`, effective, readLimitMs)]
}

async function measureChanges(served: ServedApp, name: string, { groupId }: People): Promise<Figure[]> {
  const changes: Record<string, object> = {
    'set the limit of all': { kind: 'set-daily-limit', daily_query_limit: 7 },
    'add all to a group': { kind: 'add-to-group', group_id: groupId },
    'deactivate all': { kind: 'deactivate' },
    'activate all': { kind: 'activate' },
    'delete all': { kind: 'delete' },
  }
  const figures: Figure[] = []
  for (const [change, action] of Object.entries(changes)) {
    const times = await timesOf(() => call(served, 'POST', 'users/bulk', { action, filter: { role: 'GENERAL' } }), 1)
    figures.push(figureOf(`${name}, ${change}`, times, bulkLimitMs))
  }
  return figures
}

function figureOf(name: string, times: number[], limit: number): Figure {
  return { bench: 'people', name, value: quartile(times), unit: 'ms', limit }
}

/** Reads once before it measures several times. A change is measured once. */
async function timesOf(work: () => Promise<unknown>, count = rounds): Promise<number[]> {
  if (count > 1) await work()
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}

async function call({ url, headers }: ServedApp, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

/** Adds users, groups that disagree on one attribute, and restricted databases. */
async function seed({ db }: Store, installation: Installation): Promise<People> {
  const now = new Date().toISOString()
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const users = newUsers(installation.users)
  const groups = numbers(installation.groups).map((number) => ({
    id: randomUUID(),
    name: `Group ${number}`,
    name_key: `group ${number}`,
    description: '',
    attributes: JSON.stringify(number % 20 === 0 ? { region: `region ${number}` } : { [`key${number}`]: 'value' }),
    source: 'manual' as const,
    daily_query_limit: 100,
    monthly_query_limit: null,
    created_by: null,
    created_at: now,
    updated_at: now,
  }))
  const groupIdOf = (number: number) => groups[number % groups.length]?.id ?? ''
  const members = users.flatMap(({ id }, number) =>
    numbers(installation.groupsPerUser).map((index) => ({
      user_id: id,
      group_id: groupIdOf(number % 100 === 0 ? index * 20 : number + index * 19),
      added_by: null,
      created_at: now,
    })),
  )
  const sample = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
  const connections = numbers(installation.connections).map((number) => ({
    ...sample,
    id: randomUUID(),
    name: `Database ${number}`,
    origin: null,
    visibility: 'restricted' as const,
  }))
  const access = groups.flatMap(({ id }, number) =>
    numbers(installation.connectionsPerGroup).map((index) => ({
      group_id: id,
      connection_id: connections[(number * 7 + index) % connections.length]?.id ?? null,
      area_id: null,
      granted_by: null,
      created_at: now,
    })),
  )
  await inParts(users, (rows) => db.insertInto('users').values(rows).execute())
  await inParts(groups, (rows) => db.insertInto('user_groups').values(rows).execute())
  await inParts(members, (rows) => db.insertInto('group_members').values(rows).execute())
  await inParts(connections, (rows) => db.insertInto('connections').values(rows).execute())
  await inParts(access, (rows) => db.insertInto('group_access').values(rows).execute())
  const applicationId = sample.application_id ?? ''
  const areas = numbers(installation.areas).map((number) =>
    makeAreaRecord({
      id: randomUUID(),
      applicationId,
      name: `Area ${number}`,
      ownerId: users[number]?.id ?? null,
      visibility: 'public',
      // One table is protected. Some areas contain it.
      tables: (number % 20 === 0 ? ['customers', 'orders'] : ['orders', 'products']).map(areaTable),
    }),
  )
  for (const area of areas) await insertArea(db, area)
  const sessions = users.map(({ id }) => sessionOf(id, now))
  const words = sessions.flatMap(({ id, user_id }, number) =>
    numbers(installation.wordsPerUser).map((index) => ({
      area_id: areas[number % areas.length]?.id ?? '',
      phrase: `word ${index}`,
      session_id: id,
      user_id,
      asked_on: now.slice(0, 10),
    })),
  )
  const records = connections.flatMap(({ id, name }) =>
    users.slice(0, 100).map((user) => auditRecord({ user, target: { id, name }, at: now })),
  )
  await protectTable(db, connections, now)
  await inParts(sessions, (rows) => db.insertInto('sessions').values(rows).execute())
  await inParts(words, (rows) => db.insertInto('asked_words').values(rows).execute())
  await inParts(records, (rows) => db.insertInto('audit_log').values(rows).execute())
  const ids = { applicationId, connectionId: connections.at(-1)?.id ?? '' }
  return { userId: users[0]?.id ?? '', groupId: groupIdOf(0), ...ids }
}

/** Protects a table of the first database. Each connection counts as another database. */
async function protectTable(
  db: Store['db'],
  connections: { id: string; revision: number }[],
  now: string,
): Promise<void> {
  const identities = connections.map(({ id, revision }) => ({
    connection_id: id,
    identity: `connection:${id}`,
    revision,
  }))
  const guarded = { identity: identities[0]?.identity ?? '', schema_key: '', table_key: 'customers' }
  const protection = { reason: 'marked' as const, protected_by: null, protected_at: now, lifted_at: null }
  await inParts(identities, (rows) => db.insertInto('connection_identities').values(rows).execute())
  await db
    .insertInto('protected_tables')
    .values({ ...guarded, ...protection })
    .execute()
}

function sessionOf(userId: string, at: string) {
  return {
    id: randomUUID(),
    app_name: defaultAppName,
    user_id: userId,
    name: 'Conversation',
    area_id: null,
    connection_id: null,
    state: '{}',
    created_at: at,
    last_accessed: at,
    last_message: null,
    next_turn: 1,
  }
}

/** A table of an area that says nothing about it. */
function areaTable(name: string): AreaRecord['tables'][number] {
  return { name, description: '', columns: [], synonyms: [], confirmed: false }
}

/** An entry that says that a user queried a database. */
function auditRecord({ user, target, at }: { user: UserRow; target: { id: string; name: string }; at: string }) {
  return {
    id: orderedId(),
    at,
    user_id: user.id,
    user_email: user.email,
    action: 'query.run',
    action_group: 'queries',
    target_kind: 'connection',
    target_id: target.id,
    target_name: target.name,
    outcome: 'allowed' as const,
    detail: '{}',
    changes: null,
    address: '192.0.2.1',
    request_id: null,
  }
}

async function inParts<Row>(rows: Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += insertedRows) await insert(rows.slice(start, start + insertedRows))
}

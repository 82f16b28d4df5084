import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Role } from '@parlance/contract'
import { buildApp, createServices } from '../app.ts'
import type { Services } from '../app.ts'
import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context/context.ts'
import { signAccessToken } from '../features/auth/access-token.ts'
import { beginSignIn } from '../features/auth/sign-ins.ts'
import { samplePath } from '../features/wizard/provision.ts'
import { createSampleDatabase } from '../features/wizard/sample-database/create-sample-database.ts'
import { createLog } from '../http/request-log.ts'
import { loadKeys } from '../secrets/keys.ts'
import type { UserRow } from '../store/schema.ts'
import { openStore } from '../store/open-store.ts'
import { hashQuickly } from './quick-hash.ts'
import { sharedParsers } from './shared-parsers.ts'
import { createMigratedPlace, openTestStore } from './test-store.ts'
import type { StoreDialect, TestStore } from './test-store.ts'

/** The result of `signIn`: the user, and headers for their requests. */
export interface SignedInUser {
  user: UserRow
  headers: { authorization: string }
}

export interface TestAppOptions {
  dialect?: StoreDialect
  /** The starting time of the app's clock; defaults to the real clock. */
  now?: Date
  config?: Partial<Config>
  /** Whether a first start gets the trial license; defaults to true. */
  trial?: boolean
  /** Provisions the sample database and its connection, as a first start does. */
  sample?: boolean
}

export interface TestApp {
  app: FastifyInstance
  context: AppContext
  services: Services
  /** Lines that the server logged, as JSON text. */
  logged: string[]
  /** The server's standard output. */
  printed: string[]
  /** Moves the app's clock forward. */
  advance(milliseconds: number): void
  /** A new active user of this role with a fresh access token. */
  signIn(role: Role, change?: Partial<UserRow>): Promise<SignedInUser>
  close(): Promise<void>
}

export const testPassword = 'correct horse battery'

/**
 * The real app with a real store in a temporary folder and real keys.
 * @throws if the dialect's server is missing; for PostgreSQL, use `describeStores`' skip instead
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const place = await createMigratedPlace(options.dialect ?? 'sqlite')
  if ('skip' in place) throw new Error(place.skip)
  const testStore = await openTestStore(place)
  return createTestAppOver(testStore, options)
}

/** The app on a store that a suite already opened; closing the app closes the store. */
export async function createTestAppOver(testStore: TestStore, options: TestAppOptions = {}): Promise<TestApp> {
  const logged: string[] = []
  const printed: string[] = []
  let offset = options.now === undefined ? 0 : options.now.getTime() - Date.now()
  const context: AppContext = {
    config: {
      ...loadConfig({ PARLANCE_DATA_DIR: testStore.dataDir, PARLANCE_DATABASE_FOLDERS: testStore.dataDir }),
      rateLimitScale: 1000,
      ...options.config,
    },
    keys: loadKeys(testStore.dataDir, { expectedFingerprint: null }),
    store: testStore.store,
    now: () => new Date(Date.now() + offset),
    log: createLog('info', (line) => void logged.push(line)),
    print: (text) => void printed.push(text),
  }
  const services = await createServices(context, sharedParsers)
  if (options.trial !== false) await services.license.ensureTrial()
  if (options.sample === true) {
    await copySample(context)
    await services.wizard.createSample()
  }
  const app = await buildApp({ context, services })
  return {
    app,
    context,
    services,
    logged,
    printed,
    advance: (milliseconds) => {
      offset += milliseconds
    },
    signIn: (role, change) => signIn(context, role, change),
    close: async () => {
      await app.close()
      await testStore.close()
    },
  }
}

/** Another server on the store of a running app; closing it leaves the store's place. */
export async function createSecondServer(
  { dataDir, databaseUrl }: TestStore,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const store = await openStore({ dataDir, databaseUrl })
  return createTestAppOver({ store, dataDir, databaseUrl, close: () => store.close() }, options)
}

const sampleFiles = new Map<string, Promise<string>>()

/** The sample's file at its usual path, generated once per process and day because its rows are always the same. */
export async function copySample({ config, now }: AppContext): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  const file = sampleFiles.get(today) ?? generateSample(today)
  sampleFiles.set(today, file)
  await mkdir(dirname(samplePath(config.dataDir)), { recursive: true })
  await copyFile(await file, samplePath(config.dataDir))
}

async function generateSample(today: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-sample-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'sample.sqlite')
  await createSampleDatabase(path, { today })
  return path
}

let passwordHash: Promise<string> | null = null

async function signIn(
  { store, keys, now }: AppContext,
  role: Role,
  change: Partial<UserRow> = {},
): Promise<SignedInUser> {
  passwordHash ??= hashQuickly(testPassword)
  const id = randomUUID()
  const email = `${role.toLowerCase()}-${id.slice(0, 8)}@example.test`
  const user: UserRow = {
    id,
    email,
    email_key: email,
    username: `${role.toLowerCase()} ${id.slice(0, 4)}`,
    organization: 'Example',
    password_hash: await passwordHash,
    role,
    status: 'A',
    is_active: 1,
    tenant_id: null,
    tenant_name: null,
    dept_id: null,
    attributes: '{}',
    daily_query_limit: null,
    monthly_query_limit: null,
    daily_query_count: 0,
    monthly_query_count: 0,
    daily_query_reset_at: null,
    monthly_query_reset_at: null,
    created_at: now().toISOString(),
    last_login_at: null,
    updated_at: null,
    ...change,
  }
  await store.db.insertInto('users').values(user).execute()
  const begun = await beginSignIn(store.db, id, now())
  const token = await signAccessToken(begun, keys, now())
  return { user, headers: { authorization: `Bearer ${token}` } }
}

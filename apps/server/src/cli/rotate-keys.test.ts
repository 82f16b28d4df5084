import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { createServices } from '../app.ts'
import type { Services } from '../app.ts'
import type { AppContext } from '../context/context.ts'
import { insertArea } from '../features/areas/store/area-store.ts'
import { openSinkSecret, sealSinkSecret } from '../features/audit-settings/sink-secret.ts'
import { openRows } from '../features/evaluation/expected-rows.ts'
import { rowOf } from '../features/evaluation/question-rows.ts'
import { newSet } from '../features/evaluation/sets.ts'
import { openMail } from '../features/email/outbox.ts'
import { findIndex, setOn } from '../features/values/store.ts'
import { openFor, sealFor } from '../features/single-sign-on/sealing.ts'
import { keysPath, loadKeys, nextKeysPath } from '../secrets/keys.ts'
import { openContext } from '../context/open-context.ts'
import { rotateKeys, rotationSteps } from './rotate-keys.ts'
import { lockDataFolder } from '../store/server-lock.ts'
import { openStore, storePath } from '../store/open-store.ts'
import { makeAreaRecord } from '../testing/area-record.ts'
import { programFlags } from '../testing/program-flags.ts'
import { casesOfStore, createMigratedPlace, createTestPlace, storeDialects } from '../testing/test-store.ts'
import type { TestPlace } from '../testing/test-store.ts'

const log = pino({ level: 'silent' })
const password = 'a password that must survive'
const apiKey = 'sk-must-survive-0123456789'
const cell = 'a row that must survive'
const sinkSecret = 'a signature that must survive'
const clientSecret = 'a client secret that must survive'
const secrets = ['ann@example.test', password, apiKey, cell, sinkSecret, clientSecret]
const connection = { host: '127.0.0.1', port: 9, database: 'd', username: 'u', password }

let place: TestPlace
let config: Config

/** What a server finds when it starts: its decrypted secrets. */
async function readSecrets(): Promise<string[]> {
  const context = await openContext(config, log)
  const services = await createServices(context)
  try {
    const orchestration = await services.settings.orchestration()
    const [row] = await context.store.db.selectFrom('connections').selectAll().execute()
    const { openConfig } = await import('../features/connections/connector.ts')
    const sinks = await context.store.db.selectFrom('audit_sinks').selectAll().execute()
    const providers = await context.store.db.selectFrom('sign_on_providers').selectAll().execute()
    const mails = await context.store.db.selectFrom('outgoing_mails').selectAll().execute()
    return [
      ...mails.map((mail) => openMail(mail, context.keys).to),
      String(row === undefined ? null : openConfig(context, row)['password']),
      orchestration?.apiKey?.reveal() ?? '',
      ...(await readExpectedRows(context)),
      ...sinks.map((sink) => openSinkSecret(context.keys, sink) ?? ''),
      ...providers.map(({ id, client_secret }) => openFor(context.keys, 'client-secret', id, client_secret ?? '')),
    ]
  } finally {
    await services.close()
    await context.store.close()
  }
}

/** The first cell of the expected rows of each question. */
async function readExpectedRows({ store, keys }: AppContext): Promise<string[]> {
  const questions = await store.db.selectFrom('evaluation_questions').selectAll().execute()
  return questions.map(({ id, expected_rows }) => String(openRows(keys, id, expected_rows ?? '').rows[0]?.[0]))
}

async function seedExpectedRows({ store, keys, now }: AppContext, services: Services): Promise<void> {
  const { id: applicationId } = await services.applications.ensure({ name: 'Books', description: null })
  await insertArea(store.db, makeAreaRecord({ id: 'area', applicationId, ownerId: null, name: 'Books' }))
  const set = newSet({ areaId: 'area', connectionId: null, name: 'Questions', by: null, now: now() })
  await store.db.insertInto('evaluation_sets').values(set).execute()
  const expectedRows = { columns: ['n'], rows: [[cell]], ordered: false }
  const question = { question: 'How many?', tags: [], expectedSql: null, expectedRows, source: 'hand' } as const
  const row = rowOf({ context: { keys, now } }, { setId: set.id, by: null, question: { ...question, tags: [] } })
  await store.db
    .insertInto('evaluation_questions')
    .values({ ...row, position: 1 })
    .execute()
}

async function seedAuditSink({ store, keys, now }: AppContext): Promise<void> {
  const moment = now().toISOString()
  const row = {
    id: 'sink',
    kind: 'webhook',
    is_active: 0,
    settings: '{}',
    secret: sealSinkSecret(keys, 'sink', sinkSecret),
    cursor_at: moment,
    cursor_id: '',
    failures: 0,
    created_at: moment,
    updated_at: moment,
  } as const
  await store.db.insertInto('audit_sinks').values(row).execute()
}

async function seedSignOnProvider({ store, keys, now }: AppContext): Promise<void> {
  const row = {
    id: 'provider',
    name: 'Corp',
    issuer: 'https://login.corp.test',
    client_id: 'parlance',
    client_secret: sealFor(keys, 'client-secret', 'provider', clientSecret),
    is_enabled: 0,
    settings: '{}',
    place: 0,
    last_test: null,
    tested_by: null,
    updated_at: now().toISOString(),
  } as const
  await store.db.insertInto('sign_on_providers').values(row).execute()
}

async function seed(): Promise<void> {
  const context = await openContext(config, log)
  const services = await createServices(context)
  const model = { provider: 'openai', model: 'm', api_key: apiKey } as const
  await services.settings.chooseOrchestration(model, services.models.list().openai, null)
  await services.connections.create({
    name: 'Books',
    description: null,
    kind: 'postgresql',
    config: connection,
    applicationId: null,
    visibility: 'public',
    ownerId: null,
  })
  await seedExpectedRows(context, services)
  await seedAuditSink(context)
  await seedSignOnProvider(context)
  await services.email.queue(context.store.db, { template: 'test', to: 'ann@example.test', data: {}, userId: null })
  await services.close()
  await context.store.close()
}

function killAt(step: string): Promise<void> {
  const script = join(import.meta.dirname, '../testing/rotation-victim.ts')
  const databaseUrl = place.databaseUrl ?? ''
  return new Promise((resolve) => {
    execFile(process.execPath, [...programFlags, script, place.dataDir, databaseUrl, step], (error) => {
      expect(error?.signal).toBe('SIGKILL')
      resolve()
    })
  })
}

describe.each(storeDialects)('key rotation on %s', (dialect) => {
  beforeEach(async (context) => {
    const made = await createMigratedPlace(dialect)
    if ('skip' in made) return context.skip(made.skip)
    place = made
    config = loadConfig({ PARLANCE_DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' })
    await seed()
  })
  afterEach(() => place.remove())

  test('every stored secret opens with the new key, and none with the old one', async () => {
    const before = readFileSync(keysPath(place.dataDir), 'utf8')
    expect(await rotateKeys(config)).toBe(6)
    const after = readFileSync(keysPath(place.dataDir), 'utf8')
    const kept = (text: string) => ({ ...JSON.parse(text), data_key: null })
    expect(JSON.parse(after).data_key).not.toBe(JSON.parse(before).data_key)
    expect(kept(after)).toEqual(kept(before))
    expect(existsSync(nextKeysPath(place.dataDir))).toBe(false)
    expect(await readSecrets()).toEqual(secrets)
  })

  test('deletes stored values of databases, which the server reads again', async () => {
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
    const { id } = await store.db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
    const own = { connection_id: id, generation: 'g', position: 0 }
    await store.db
      .insertInto('value_chunks')
      .values({ ...own, chunk: 0, sealed: 'v1.old' })
      .execute()
    await setOn(store.db, id, true)
    await store.db.updateTable('value_indexes').set({ generation: 'g', built_at: '2026-01-01' }).execute()
    await store.close()
    await rotateKeys(config)
    const after = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
    expect(await after.db.selectFrom('value_chunks').selectAll().execute()).toEqual([])
    expect(await findIndex(after.db, id)).toMatchObject({ is_on: 1, generation: null, built_at: null })
    await after.close()
  })

  const steps = casesOfStore(rotationSteps, dialect)
  test.each(steps)('after a kill at step %s, the secrets open and the next rotation succeeds', async (step) => {
    await killAt(step)
    expect(await readSecrets()).toEqual(secrets)
    expect(await rotateKeys(config)).toBe(6)
    expect(await readSecrets()).toEqual(secrets)
  })

  test('refuses to rotate while a server runs on the store', async () => {
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
    const lock = dialect === 'sqlite' ? lockDataFolder(place.dataDir) : null
    await expect(rotateKeys(config)).rejects.toThrow(/Parlance/)
    lock?.release()
    await store.close()
    expect(await readSecrets()).toEqual(secrets)
  })

  test('a secret that cannot be opened stops the rotation before anything changes', async () => {
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
    await store.db.updateTable('connections').set({ secrets: 'v1.AAAA' }).execute()
    await store.close()
    const before = readFileSync(keysPath(place.dataDir), 'utf8')
    await expect(rotateKeys(config)).rejects.toThrow('Could not decrypt the stored secret of the connection Books.')
    expect(readFileSync(keysPath(place.dataDir), 'utf8')).toBe(before)
  })
})

test('an empty folder has no keys to rotate', async () => {
  const made = await createTestPlace('sqlite')
  if ('skip' in made) throw new Error(made.skip)
  const empty = loadConfig({ PARLANCE_DATA_DIR: made.dataDir })
  await expect(rotateKeys(empty)).rejects.toThrow(/There are no keys/)
  await made.remove()
})

test('does not rotate keys without a store, and creates no store for them', async () => {
  const made = await createTestPlace('sqlite')
  if ('skip' in made) throw new Error(made.skip)
  loadKeys(made.dataDir, { expectedFingerprint: null })
  const lost = loadConfig({ PARLANCE_DATA_DIR: made.dataDir })
  await expect(rotateKeys(lost)).rejects.toThrow(/is missing or empty, but .* shows that this folder was used before/)
  expect(existsSync(storePath(made.dataDir))).toBe(false)
  await made.remove()
})

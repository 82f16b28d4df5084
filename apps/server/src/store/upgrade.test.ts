import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultAppName } from '@parlance/contract'
import type { AreaListItem, TurnEvent } from '@parlance/contract'
import { createOlderPlace, upgrade } from '../testing/older-version.ts'
import type { UpgradedApp } from '../testing/older-version.ts'
import { storeDialects } from '../testing/test-store.ts'
import type { StoreDialect } from '../testing/test-store.ts'
import { openMail } from '../features/email/outbox.ts'
import { openSnapshot } from './backup/snapshot.ts'
import { readFingerprint } from '../context/open-context.ts'
import { startServerProcess } from '../testing/server-processes.ts'
import { emailOf, fixturePassword, signIn } from '../testing/version-fixture/fill.ts'
import type { People } from '../testing/version-fixture/fill.ts'
import { createHttpClient } from '../testing/version-fixture/http-client.ts'
import { copyOfVersion, fixtureVersions } from '../testing/version-fixture/fixture-files.ts'

const cases = fixtureVersions.flatMap((version) => storeDialects.map((dialect) => [version, dialect] as const))

let app: UpgradedApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

async function upgraded(version: string, dialect: StoreDialect, skip: (reason: string) => never): Promise<UpgradedApp> {
  const older = await createOlderPlace(version, dialect)
  if ('skip' in older) return skip(older.skip)
  return (app = await upgrade(older))
}

async function ask(server: UpgradedApp, who: keyof People, text: string): Promise<string> {
  const { areas, databases } = server.facts
  const { user_id: userId } = (await server.as(who, 'GET', '/api/v1/auth/me')).json()
  const state = { 'user:business_area_id': areas.sales, 'user:database_config_id': databases.shop }
  const session = await server.as(who, 'POST', `/apps/${defaultAppName}/users/${userId}/sessions`, { state })
  const newMessage = { role: 'user', parts: [{ text }] }
  const answer = await server.as(who, 'POST', '/run', { userId, sessionId: session.json().id, newMessage })
  const parts = answer.json<TurnEvent[]>().flatMap(({ content }) => content?.parts ?? [])
  const results = parts.flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response.results] : []))
  return JSON.stringify(results.filter((rows) => rows !== undefined).at(-1))
}

const anyText: unknown = expect.stringMatching(/\w/)

/** Each version words its own advice about a failed connection test, so any text is right where there was one. */
function withAnyAdvice(answer: unknown): unknown {
  const isAdvice = (key: string, value: unknown) => key.endsWith('advice') && typeof value === 'string'
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => (isAdvice(key, value) ? anyText : value))
}

describe.each(cases)('the data of version %s on %s, opened by this version', (version, dialect) => {
  test("reads back that version's data: users, areas with their rules, conversations, examples, license, settings", async (context) => {
    const server = await upgraded(version, dialect, (reason) => context.skip(reason))
    expect(server.facts.answers.length).toBeGreaterThan(50)
    for (const { as, method, path, body, status, answer } of server.facts.answers) {
      const found = await server.as(as, method, path, body as object | undefined)
      expect({ as, path, body, status: found.statusCode, answer: found.json<unknown>() }).toMatchObject({
        as,
        path,
        body,
        status,
        answer: withAnyAdvice(answer),
      })
    }
  })

  test('R10 a new question in a protected area counts only the rows that its rules allow', async (context) => {
    const server = await upgraded(version, dialect, (reason) => context.skip(reason))
    const question = 'How many customers are there?'
    expect(await ask(server, 'bea', question)).toBe('[[2]]')
    expect(await ask(server, 'carl', question)).toBe('[[1]]')
    expect(await ask(server, 'dora', question)).toBe('[[0]]')
  })

  test('keeps out users who could not sign in before', async (context) => {
    const server = await upgraded(version, dialect, (reason) => context.skip(reason))
    const codes: string[] = []
    for (const name of ['eric', 'paula', 'max']) {
      const payload = { email: emailOf(name), password: fixturePassword }
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
      codes.push(`${answer.statusCode} ${answer.json<{ code: string }>().code}`)
    }
    expect(codes).toEqual(['403 account_inactive', '403 account_pending', '403 activation_required'])
  })

  test('still decrypts its secrets, and keeps queued emails and the logs', async (context) => {
    const server = await upgraded(version, dialect, (reason) => context.skip(reason))
    const { store, keys } = server.context
    expect(await readFingerprint(store)).toBe(keys.fingerprint)
    const waiting = await store.db.selectFrom('outgoing_mails').selectAll().execute()
    expect(waiting.map((mail) => openMail(mail, keys).to).toSorted()).toEqual([emailOf('dora'), emailOf('max')])
    const { smtp_password } = await server.services.email.configuration()
    expect(smtp_password?.reveal()).toBe('letters & parcels')
    const audited = await store.db.selectFrom('audit_log').select('action').distinct().execute()
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.login', 'user.register']))
    const statuses = await store.db.selectFrom('examples').select('status').execute()
    expect(statuses.map(({ status }) => status).toSorted()).toEqual(['approved', 'pending', 'rejected', 'wrong'])
  })
})

test.each(fixtureVersions)('the server starts on a data folder of version %s', async (version) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-older-'))
  const { answers } = copyOfVersion(version, dataDir)
  const older = await migrationsOf(dataDir)
  const server = await startServerProcess({ PARLANCE_DATA_DIR: dataDir })
  try {
    const client = createHttpClient(server.url)
    const ann = await signIn(client, 'ann')
    const names = (areas: AreaListItem[]) => areas.map(({ area_name }) => area_name)
    const before = answers.find(({ as, path }) => as === 'ann' && path === '/api/v1/business-areas/')
    const found = await client.call<AreaListItem[]>('GET', '/api/v1/business-areas/', ann)
    expect(names(found)).toEqual(names(before?.answer as AreaListItem[]))
  } finally {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
  const isUpgraded = (await migrationsOf(dataDir)).length > older.length
  expect(existsSync(join(dataDir, 'backups'))).toBe(isUpgraded)
  rmSync(dataDir, { recursive: true })
})

async function migrationsOf(dataDir: string): Promise<string[]> {
  const snapshot = await openSnapshot({ dataDir, databaseUrl: null })
  const names = await snapshot.migrations()
  await snapshot.close()
  return names
}

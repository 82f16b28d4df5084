import { join } from 'node:path'
import { runOnServer } from '@parlance/drivers/testing'
import type { LightMyRequestResponse } from 'fastify'
import { createTestAppOver } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { createTestPlace, openTestStore } from './test-store.ts'
import type { StoreDialect, TestPlace } from './test-store.ts'
import { emailOf, fixturePassword } from './version-fixture/fill.ts'
import type { People } from './version-fixture/fill.ts'
import { copyOfPostgresVersion, copyOfVersion } from './version-fixture/fixture-files.ts'
import type { FixtureFacts } from './version-fixture/fixture-files.ts'

/** A place with the data of an older version, as that version left it. */
export interface OlderPlace {
  place: TestPlace
  facts: FixtureFacts
}

/** The current server with the data of an older version, which was upgraded when it was opened. */
export interface UpgradedApp extends TestApp {
  facts: FixtureFacts
  /** Signs the user in with the fixture's password on the first call. @param path from the root */
  as(
    who: keyof People,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>
}

/** Copies the fixture of a version into its own place. */
export async function createOlderPlace(version: string, dialect: StoreDialect): Promise<OlderPlace | { skip: string }> {
  const place = await createTestPlace(dialect)
  if ('skip' in place) return place
  if (place.databaseUrl === null) return { place, facts: copyOfVersion(version, place.dataDir) }
  const { sql, ...facts } = copyOfPostgresVersion(version, place.dataDir)
  await runOnServer(place.databaseUrl, sql)
  return { place, facts }
}

/** Opens the data of an older version with the current code, at the moment when that version wrote it. */
export async function upgrade({ place, facts }: OlderPlace): Promise<UpgradedApp> {
  const app = await createTestAppOver(await openTestStore(place), {
    now: new Date(facts.moment),
    trial: false,
    config: { databaseFolders: [join(place.dataDir, 'databases')] },
  })
  const tokens = new Map<string, string>()
  const signIn = async (who: keyof People): Promise<string> => {
    const payload = { email: emailOf(who), password: fixturePassword }
    const answer = await app.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    return answer.json<{ access_token: string }>().access_token
  }
  return {
    ...app,
    facts,
    as: async (who, method, url, payload) => {
      const token = tokens.get(who) ?? (await signIn(who))
      tokens.set(who, token)
      return app.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload })
    },
  }
}

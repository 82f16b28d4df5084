import type { LightMyRequestResponse } from 'fastify'
import { createTestApp, createTestAppOver } from './test-app.ts'
import type { SignedInUser, TestApp, TestAppOptions } from './test-app.ts'
import type { TestStore } from './test-store.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An app with an administrator, and a shortcut to call it as a user. */
export interface AdministeredApp extends TestApp {
  admin: SignedInUser
  /** @param path relative to `/api/v1/` */
  call(who: SignedInUser, method: Method, path: string, payload?: unknown): Promise<LightMyRequestResponse>
  /** Status and detail of a response on one line. */
  outcome(who: SignedInUser, method: Method, path: string, payload?: unknown): Promise<string>
}

export async function createAdministeredApp(
  store: TestStore | null,
  options: TestAppOptions = {},
): Promise<AdministeredApp> {
  const app = store === null ? await createTestApp(options) : await createTestAppOver(store, options)
  const admin = await app.signIn('ADMIN')
  const call: AdministeredApp['call'] = (who, method, path, payload) =>
    app.app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: payload === undefined ? who.headers : { ...who.headers, 'content-type': 'application/json' },
      payload: payload === undefined ? undefined : JSON.stringify(payload),
    })
  return {
    ...app,
    admin,
    call,
    outcome: async (...request) => {
      const answer = await call(...request)
      const { detail } = answer.json<{ detail?: string }>()
      return detail === undefined ? String(answer.statusCode) : `${answer.statusCode} ${detail}`
    },
  }
}

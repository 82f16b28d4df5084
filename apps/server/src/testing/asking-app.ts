import type { LightMyRequestResponse } from 'fastify'
import type { ModelSettings, RunRequest, TurnEvent } from '@parlance/contract'
import { ensureSampleAtStart } from '../features/wizard/provision.ts'
import {
  copySample,
  createTestApp,
  createTestAppOver,
  type SignedInUser,
  type TestApp,
  type TestAppOptions,
} from './test-app.ts'
import type { TestStore } from './test-store.ts'

/** The app with the sample database, a chosen model, and helpers to ask questions. */
export interface AskingApp extends TestApp {
  newSession(user: SignedInUser, state?: Record<string, unknown>): Promise<string>
  /** Posts a question and reads its event stream to the end. */
  ask(user: SignedInUser, sessionId: string, text: string, turnId?: string): Promise<TurnEvent[]>
  post(user: SignedInUser, url: string, payload: object): Promise<LightMyRequestResponse>
}

export const appName = 'nl_to_sql_agent'

export async function createAskingApp(
  settings: ModelSettings,
  options: TestAppOptions = {},
  store?: TestStore,
): Promise<AskingApp> {
  const made = store ? await createTestAppOver(store, options) : await createTestApp(options)
  const { app, services, context } = made
  await services.license.ensureTrial()
  await copySample(context)
  await ensureSampleAtStart(context, services)
  await services.settings.chooseOrchestration(settings, services.models.list()[settings.provider], null)
  const post: AskingApp['post'] = (user, url, payload) =>
    app.inject({ method: 'POST', url, headers: user.headers, payload })
  return {
    ...made,
    post,
    newSession: async (user, state = {}) => {
      const answer = await post(user, `/apps/${appName}/users/${user.user.id}/sessions`, { state })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<{ id: string }>().id
    },
    ask: async (user, sessionId, text, turnId) => {
      const answer = await post(user, '/api/v1/custom_run_sse', runRequest(user, sessionId, text, turnId))
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return readEvents(answer.body)
    },
  }
}

export function runRequest(user: SignedInUser, sessionId: string, text: string, turnId?: string): RunRequest {
  return {
    appName,
    userId: user.user.id,
    sessionId,
    newMessage: { role: 'user', parts: [{ text }] },
    ...(turnId === undefined ? {} : { turnId }),
  }
}

/** Parses a stream's text into events, as a browser does. */
export function readEvents(body: string): TurnEvent[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)) as TurnEvent)
}

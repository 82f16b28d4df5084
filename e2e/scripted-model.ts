import { request as requests } from '@playwright/test'
import { startModelStandIn, type RecordedRequest } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import type { ScriptedReply } from '../apps/server/src/testing/model-stand-ins/wire.ts'
import { demo } from './product.ts'

/** A model that counts the orders, and then says `answer` once it is released. */
export interface HeldModel {
  /** Resolves when the model was asked for its answer, which it holds back. */
  asked: Promise<void>
  release: () => void
  /** Switches back to the built-in engine: other journeys use the same product. */
  end: () => Promise<void>
}

const sql = 'SELECT COUNT(*) AS orders FROM orders'

/** Makes the demo account's installation use a model that waits before its last words. */
export async function holdModel(address: string, answer: string): Promise<HeldModel> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const end = await useModel(address, (call) => {
    if (!call.text.includes('"role":"tool"'))
      return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }] }
    asked.resolve()
    return { text: [answer], until: released.promise }
  })
  return { asked: asked.promise, release: () => released.resolve(), end }
}

/** Setup asks whether a model can use tools before it is chosen. */
const confirming = { toolCalls: [{ name: 'confirm', args: { ready: true } }] }

/**
 * Makes the demo account's installation use a scripted model.
 * @returns a function that switches back to the built-in engine, because other journeys use the same product
 */
export async function useModel(
  address: string,
  script: (request: RecordedRequest) => ScriptedReply,
): Promise<() => Promise<void>> {
  // Requests of the page would share its cookies, and replace its sign-in with the demo account's.
  const request = await requests.newContext()
  let isChosen = false
  const standIn = await startModelStandIn('openai-compatible', (call) => (isChosen ? script(call) : confirming))
  const signedIn = await request.post(`${address}/api/v1/auth/login`, { data: demo })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const choose = async (data: object) => {
    for (const path of ['test/orchestration', 'orchestration-model']) {
      const headers = { authorization: `Bearer ${token}` }
      const saved = await request.post(`${address}/api/v1/env-config/${path}`, { data, headers })
      if (!saved.ok()) throw new Error(await saved.text())
    }
  }
  await choose({ provider: 'openai-compatible', model: 'scripted', api_key: null, base_url: standIn.baseUrl })
  isChosen = true
  return async () => {
    await choose({ provider: 'builtin', model: 'builtin', api_key: null, base_url: null })
    await standIn.close()
    await request.dispose()
  }
}

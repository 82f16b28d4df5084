import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TurnEvent } from '@parlance/contract'
import { samplePath } from '../apps/server/src/features/wizard/provision.ts'
import { startModelStandIn, type ModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import { startServedApp, type ServedApp } from '../apps/server/src/testing/served-app.ts'
import { median, type Figure } from './figure.ts'

const rounds = 15
/** Milliseconds that the stand-in waits before each answer, like a hosted model. */
const modelDelay = 200

/** How often a question is asked, and how long the model waits before each answer. */
export interface TurnLoad {
  rounds: number
  delay: number
}
const question = 'How many orders are there for each status?'
const sql = 'SELECT status, COUNT(*) AS order_count FROM orders GROUP BY status ORDER BY order_count DESC'

/**
 * Measures a whole question over HTTP (scripted model behind a real HTTP stand-in, sample database) against the same
 * model calls and only the SQL.
 */
export async function run(): Promise<Figure[]> {
  return await measureTurn({ rounds, delay: modelDelay })
}

export async function measureTurn(load: TurnLoad): Promise<Figure[]> {
  const { delay } = load
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const standIn = await startModelStandIn('openai-compatible', (request) =>
    request.text.includes('"role":"tool"')
      ? { delay, text: ['The statuses ', 'are listed below.'] }
      : { delay, toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }] },
  )
  const settings = { provider: 'openai-compatible', model: 'scripted', base_url: standIn.baseUrl } as const
  const served = await startServedApp(settings, folder)
  try {
    return await measure(served, standIn, { ...load, database: samplePath(folder) })
  } finally {
    await served.close()
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  served: ServedApp,
  standIn: ModelStandIn,
  { database, rounds: measuredRounds, delay }: TurnLoad & { database: string },
): Promise<Figure[]> {
  const session = await newSession(served)
  await ask(served, session)
  const calls = standIn.requests.length
  const bodies = standIn.requests.map((request) => request.text)
  const turns: number[] = []
  const floors: number[] = []
  const firstEvents: number[] = []
  for (let round = 0; round < measuredRounds; round++) {
    floors.push(await floor(standIn, bodies, database))
    const turn = await ask(served, await newSession(served))
    turns.push(turn.ms)
    firstEvents.push(turn.firstEventMs)
  }
  return [
    {
      bench: 'turn',
      name: 'question to last event',
      value: median(turns) / median(floors),
      unit: 'x floor',
      limit: 1.15,
    },
    { bench: 'turn', name: 'sequential model calls', value: calls, unit: 'calls', limit: 2 },
    {
      bench: 'turn',
      name: 'first event, relative to a model call',
      value: median(firstEvents) / delay,
      unit: 'x floor',
      limit: 1,
    },
  ]
}

/** Measures the model's calls as the product made them, one after another, and only the query. */
async function floor(standIn: ModelStandIn, bodies: string[], database: string): Promise<number> {
  const started = performance.now()
  for (const body of bodies) {
    const response = await fetch(`${standIn.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await response.text()
  }
  const connection = new DatabaseSync(database, { readOnly: true })
  connection.prepare(sql).all()
  connection.close()
  return performance.now() - started
}

async function newSession({ url, userId, headers }: ServedApp): Promise<string> {
  const response = await fetch(`${url}/apps/nl_to_sql_agent/users/${userId}/sessions`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  return ((await response.json()) as { id: string }).id
}

async function ask(
  { url, userId, headers }: ServedApp,
  sessionId: string,
): Promise<{ ms: number; firstEventMs: number }> {
  const started = performance.now()
  const response = await fetch(`${url}/api/v1/custom_run_sse`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      appName: 'nl_to_sql_agent',
      userId,
      sessionId,
      turnId: randomUUID(),
      newMessage: { role: 'user', parts: [{ text: question }] },
    }),
  })
  let firstEventMs = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    firstEventMs ||= performance.now() - started
    text += Buffer.from(chunk).toString()
  }
  const last = JSON.parse(
    text
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('data: {'))
      ?.slice(6) ?? '{}',
  ) as TurnEvent
  if (last.type === 'error') throw new Error(`the turn failed: ${last.detail ?? last.error}`)
  return { ms: performance.now() - started, firstEventMs }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Session, TurnEvent } from '@parlance/contract'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { openContext } from '../../context/open-context.ts'
import { appName, readEvents } from '../../testing/asking-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { programFlags } from '../../testing/program-flags.ts'
import { createTurnRunner } from './turn-runner.ts'
import { listEvents } from './turn-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-killed-'))

afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Victim {
  url: string
  userId: string
  headers: Record<string, string>
}

async function startVictim(modelUrl: string) {
  const script = join(import.meta.dirname, '../../testing/turn-victim.ts')
  const process_ = spawn(process.execPath, [...programFlags, script, folder, modelUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(process_.stdout), 'line')) as [string]
  return { process: process_, exited: once(process_, 'exit'), victim: JSON.parse(line) as Victim }
}

test('loses nothing that was acknowledged when a process is killed in the middle of an answer', async () => {
  const standIn = await startModelStandIn('openai-compatible', [{ text: ['a', 'b'], stallAfter: 1 }])
  const { process: server, exited, victim } = await startVictim(standIn.baseUrl)
  const post = async (path: string, body: object): Promise<Response> =>
    fetch(victim.url + path, { method: 'POST', headers: victim.headers, body: JSON.stringify(body) })
  const path = `/apps/${appName}/users/${victim.userId}/sessions`
  const session = (await (await post(path, {})).json()) as Session
  const newMessage = { role: 'user', parts: [{ text: 'Still there?' }] }
  const asked = { appName, userId: victim.userId, sessionId: session.id, newMessage, turnId: 'turn-0001' }
  const seen = await readUntilKilled(await post('/api/v1/custom_run_sse', asked), () => server.kill('SIGKILL'))
  await exited
  await standIn.close()

  const context = await openContext(loadConfig({ PARLANCE_DATA_DIR: folder }), pino({ level: 'silent' }))
  const runner = createTurnRunner({ ...context, turnTimeoutMs: 1000 })
  await runner.recover()
  const events = await listEvents(context.store.db, 'turn-0001', 0)
  await runner.close()
  await context.store.close()
  expect(seen.length).toBeGreaterThan(1)
  expect(events.slice(0, seen.length)).toEqual(seen)
  expect(events[0]?.content?.parts).toEqual([{ text: 'Still there?' }])
  expect(events.at(-1)).toMatchObject({ type: 'error', final: true })
})

/** Returns everything that the client had read when the process died. */
async function readUntilKilled(response: Response, kill: () => void): Promise<TurnEvent[]> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (readEvents(text.slice(0, text.lastIndexOf('\n'))).length >= 2) kill()
    }
  } catch {
    // The connection broke, as expected.
  }
  return readEvents(text.slice(0, text.lastIndexOf('\n')))
}

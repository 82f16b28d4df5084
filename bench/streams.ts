import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { startServerProcess, type StartedServer } from './product.ts'
import { startSlowModel, toMoment, type SlowModel, type Speech } from './slow-model.ts'

const manyChats = 1_000
const fewChats = 10
const begunAtOnce = 20
/** Each chat's answer, however many chats there are. */
const speech: Speech = { sentences: 10, pauseMs: 1_000 }
const account = { email: 'bench@example.test', password: 'correct horse battery' }

/**
 * Measures open chats on one process at the worst moment: a scripted model answers all of them at once, a sentence per
 * second, and a browser follows each, so that a thousand chats are a thousand events per second. Before their answers
 * they are idle streams, and their memory is measured then. The figures are the time from the model's sentence to the
 * browser, and the server's processor time per event, which other work on the machine does not change.
 */
export async function run(): Promise<Figure[]> {
  const few = await measure(fewChats)
  const many = await measure(manyChats)
  return [
    {
      bench: 'streams',
      name: `${manyChats} chats, p99 event delay, relative to ${fewChats} chats`,
      value: many.p99 / few.p99,
      unit: 'x floor',
      limit: 5,
    },
    { bench: 'streams', name: `${fewChats} chats, p99 event delay`, value: few.p99, unit: 'ms', limit: null },
    { bench: 'streams', name: `${manyChats} chats, p99 event delay`, value: many.p99, unit: 'ms', limit: null },
    { bench: 'streams', name: `${manyChats} chats, median event delay`, value: many.p50, unit: 'ms', limit: null },
    {
      bench: 'streams',
      name: `${manyChats} chats, processor time per event`,
      value: many.cpuMs,
      unit: 'ms',
      limit: null,
    },
    {
      bench: 'streams',
      name: 'server memory per stream',
      value: many.bytesPerStream / 1024,
      unit: 'KB',
      limit: 300,
    },
    {
      bench: 'streams',
      name: 'server memory per stream, after garbage collection',
      value: many.heldPerStream / 1024,
      unit: 'KB',
      limit: null,
    },
  ]
}

export interface Measured {
  p50: number
  p99: number
  /** Processor time of the server per sentence. */
  cpuMs: number
  bytesPerStream: number
  /** Memory per stream, with garbage collected before and after. */
  heldPerStream: number
}

async function measure(chats: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const model = await startSlowModel()
  const arguments_ = [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=8',
    '--expose-gc',
    join(import.meta.dirname, 'streams-server.ts'),
    model.baseUrl,
    folder,
  ]
  const server = await startServerProcess(arguments_, folder)
  const collect = async (): Promise<void> => {
    server.collect()
    await wait(3_000)
  }
  try {
    return await measureStreams({ ...server, collect }, model, { chats, speech })
  } finally {
    await server.stop()
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A server whose streams are measured. */
export interface MeasuredServer extends Pick<StartedServer, 'address' | 'residentBytes' | 'cpuMs'> {
  /** Resolves when garbage was collected, if that is possible. */
  collect(): Promise<void>
}

/**
 * Measures a number of chats, each of which gets the same answer at the same pace.
 * @param server one that asks this model, and has the account of `streams-server.ts`
 * @throws Error if a hundredth of the sentences didn't arrive
 */
export async function measureStreams(
  server: MeasuredServer,
  model: SlowModel,
  { chats, speech: said }: { chats: number; speech: Speech },
): Promise<Measured> {
  const browser = await signIn(server.address)
  // What the first question loads doesn't belong to any stream.
  const first = beginChat(browser)
  await Promise.race([model.areWaiting(1), first])
  model.speak({ ...said, sentences: 1 })
  await first
  const heldBefore = await heldBytes(server)
  const before = server.residentBytes() ?? 0
  const delays: number[] = []
  const following = await beginAll(browser, chats, delays)
  await Promise.race([model.areWaiting(chats), Promise.all(following)])
  const bytesPerStream = ((server.residentBytes() ?? 0) - before) / chats
  const heldPerStream = ((await heldBytes(server)) - heldBefore) / chats
  const cpuBefore = server.cpuMs() ?? 0
  model.speak(said)
  await Promise.all(following)
  delays.sort((a, b) => a - b)
  if (delays.length < chats * said.sentences * 0.99)
    throw new Error(`received only ${delays.length} of ${chats * said.sentences} sentences`)
  const cpuMs = ((server.cpuMs() ?? 0) - cpuBefore) / delays.length
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), cpuMs, bytesPerStream, heldPerStream }
}

/** Returns the resident bytes after a collection. */
async function heldBytes(server: MeasuredServer): Promise<number> {
  await server.collect()
  return server.residentBytes() ?? 0
}

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/**
 * Begins a few at a time, because the queries aren't measured.
 * @returns the streams, each of which resolves at its end
 */
async function beginAll(browser: Browser, chats: number, delays: number[]): Promise<Promise<void>[]> {
  const following: Promise<void>[] = []
  let begun = 0
  const beginNext = async (): Promise<void> => {
    while (begun < chats) {
      begun += 1
      const opened = Promise.withResolvers<void>()
      const chat = beginChat(browser, delays, opened.resolve)
      // If one fails, the whole run ends after the server has stopped.
      chat.catch(opened.reject)
      following.push(chat)
      await opened.promise
    }
  }
  await Promise.all(Array.from({ length: begunAtOnce }, beginNext))
  return following
}

interface Browser {
  url: string
  userId: string
  headers: Record<string, string>
}

async function signIn(url: string): Promise<Browser> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { access_token, user } = (await response.json()) as { access_token: string; user: { user_id: string } }
  return {
    url,
    userId: user.user_id,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
  }
}

/**
 * Asks in a separate conversation and reads the stream to its end.
 * @param opened called when the rows have arrived
 */
async function beginChat(
  { url, userId, headers }: Browser,
  delays: number[] = [],
  opened: () => void = () => {},
): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const created = await post(`/apps/nl_to_sql_agent/users/${userId}/sessions`, {})
  const { id } = (await created.json()) as { id: string }
  const message = { role: 'user', parts: [{ text: 'How many orders are there for each status?' }] }
  const asked = { appName: 'nl_to_sql_agent', userId, sessionId: id, turnId: randomUUID(), newMessage: message }
  const response = await openStream(`${url}/api/v1/custom_run_sse`, headers, JSON.stringify(asked))
  let rest = ''
  for await (const chunk of response) {
    rest += String(chunk)
    const end = rest.lastIndexOf('\n\n')
    if (end < 0) continue
    const text = rest.slice(0, end)
    rest = rest.slice(end)
    if (text.includes('functionResponse')) opened()
    // The last event repeats the whole answer.
    for (const event of text.split('\n\n').filter((each) => each.includes('"partial":true')))
      for (const stamp of event.matchAll(/\(([a-j]+)\)/g)) delays.push(Date.now() - toMoment(stamp[1] ?? ''))
    if (text.includes('"type":"error"')) throw new Error(text.slice(-500))
  }
}

/** Doesn't use `fetch`: a thousand of its streams would use more of the machine than the server. */
async function openStream(url: string, headers: Record<string, string>, body: string): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method: 'POST', headers, agent: false }, resolve).on('error', reject).end(body)
  })
  response.setEncoding('utf8')
  if (response.statusCode === 200) return response
  throw new Error((await response.toArray()).join(''))
}

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { chatCompletionsWire } from '../apps/server/src/testing/model-stand-ins/wire-chat-completions.ts'

/** Times are sent as letters, because the product would leave out numbers and names that no row contains. */
const letters = 'abcdefghij'
const toLetters = (moment: number) => Array.from(String(moment), (digit) => letters[Number(digit)]).join('')
/** The moment that a sentence says. */
export const toMoment = (text: string) => Number(Array.from(text, (letter) => letters.indexOf(letter)).join(''))

/** What a model says: how many sentences, and how many milliseconds after one begins the next. */
export interface Speech {
  sentences: number
  pauseMs: number
}

/** A scripted model that asks for rows at once, and answers on command. */
export interface SlowModel {
  baseUrl: string
  /** Resolves when so many calls have their rows and are about to be answered. */
  areWaiting(count: number): Promise<void>
  /** Answers every waiting call, each sentence with the time when it was sent. */
  speak(speech: Speech): void
  close(): Promise<void>
}

/** Starts the model on a free port. */
export async function startSlowModel(): Promise<SlowModel> {
  const sql = 'SELECT status, COUNT(*) AS order_count FROM orders GROUP BY status'
  const usage = { input: 100, output: 20 }
  const frames = (answer: { text: string[]; toolCalls: { name: string; args: object }[] }) =>
    chatCompletionsWire.frames({ ...answer, usage } as Parameters<typeof chatCompletionsWire.frames>[0], 'scripted')
  const calling = frames({ text: [], toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }] })
  const [head = '', ...tail] = frames({ text: [], toolCalls: [] })
  const breath = frames({ text: [' '], toolCalls: [] })
  const held: ServerResponse[] = []
  const watchers = new Set<() => void>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (!body.includes('"role":"tool"')) return void response.end(calling.join(''))
      response.write(head)
      held.push(response)
      for (const watcher of watchers) watcher()
    })
  })
  // The product keeps its connections open. One that this side closed meanwhile would look like a model that went away.
  server.keepAliveTimeout = 600_000
  const speakTo = async (response: ServerResponse, { sentences, pauseMs }: Speech): Promise<void> => {
    await wait(Math.random() * pauseMs)
    const say = (text: string) => response.write(frames({ text: [text], toolCalls: [] })[1])
    say('Here ')
    for (let index = 0; index < sentences; index++) {
      // The product shows a sentence when the next one begins.
      say(`are the rows (${toLetters(Date.now())}). Here `)
      await wait(pauseMs)
    }
    say('they are.')
    response.end(tail.join(''))
  }
  // The product gives up on a model that sends nothing for long.
  const breathing = setInterval(() => {
    for (const response of held) response.write(breath[1])
  }, 5_000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    areWaiting: (count) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          if (held.length < count) return
          watchers.delete(watcher)
          resolve()
        }
        watchers.add(watcher)
        watcher()
      }),
    speak: (speech) => {
      for (const response of held.splice(0)) void speakTo(response, speech)
    },
    close: () => {
      clearInterval(breathing)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ModelVendorId } from '../../models/vendor.ts'
import { anthropicWire } from './wire-anthropic.ts'
import { chatCompletionsWire } from './wire-chat-completions.ts'
import { googleWire } from './wire-google.ts'
import { openaiWire } from './wire-openai.ts'
import type { ScriptedAnswer, ScriptedReply, Wire } from './wire.ts'

export const wires: Record<ModelVendorId, Wire> = {
  google: googleWire,
  openai: openaiWire,
  anthropic: anthropicWire,
  'openai-compatible': chatCompletionsWire,
}

export interface RecordedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  /** The raw body, for searching for content that must not be in it. */
  text: string
}

/** Replies in order, repeating the last one; or a function of the request. */
export type Script = ScriptedReply[] | ((request: RecordedRequest, index: number) => ScriptedReply)

export interface ModelStandIn {
  vendor: ModelVendorId
  /** The base URL for the vendor's SDK. */
  baseUrl: string
  requests: RecordedRequest[]
  /** Replaces the script and restarts counting. */
  script(script: Script): void
  /** Resolves when the client closes a socket before its answer is complete. */
  clientClosed: Promise<void>
  close(): Promise<void>
}

/** A local server that speaks one vendor's real wire format and follows its script. */
export async function startModelStandIn(vendor: ModelVendorId, script: Script): Promise<ModelStandIn> {
  const wire = wires[vendor]
  const requests: RecordedRequest[] = []
  const closed = Promise.withResolvers<void>()
  let current = script
  let first = 0
  const server = createServer((message, response) => {
    response.on('close', () => {
      if (!response.writableFinished) closed.resolve()
    })
    void readRequest(message).then(async (request) => {
      if (!wire.callPath.test(request.path)) {
        response.writeHead(404).end('{"error":{"message":"no such path"}}')
        return
      }
      requests.push(request)
      await reply(wire, request, choose(current, request, requests.length - 1 - first), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    vendor,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${wire.basePath}`,
    requests,
    script: (next) => {
      current = next
      first = requests.length
    },
    clientClosed: closed.promise,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function choose(script: Script, request: RecordedRequest, index: number): ScriptedReply {
  if (typeof script === 'function') return script(request, index)
  return script[Math.min(index, script.length - 1)] ?? { text: [''] }
}

async function readRequest(message: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const path = new URL(message.url ?? '/', 'http://stand-in').pathname
  return { path, headers: message.headers, text, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

async function reply(
  wire: Wire,
  request: RecordedRequest,
  scripted: ScriptedReply,
  response: ServerResponse,
): Promise<void> {
  if ('status' in scripted) {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (scripted.retryAfter !== undefined) headers['retry-after'] = String(scripted.retryAfter)
    response.writeHead(scripted.status, headers).end(JSON.stringify(wire.errorBody(scripted)))
    return
  }
  if (scripted.delay) await wait(scripted.delay)
  await scripted.until
  const { text = [], toolCalls = [], usage = { input: 100, output: 20 } } = scripted
  const frames = wire.frames({ text, toolCalls, usage }, wire.modelOf(request.path, request.body))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await stream(frames, scripted, response)
}

async function stream(frames: string[], answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  for (const [index, frame] of frames.entries()) {
    if (index === answer.breakAfter) return void response.destroy()
    if (index === answer.stallAfter) return
    // Writes each frame separately, as a vendor sends tokens.
    await new Promise<void>((resolve) => response.write(frame, () => resolve()))
  }
  response.end()
}

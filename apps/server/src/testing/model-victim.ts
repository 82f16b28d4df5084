import { callModel } from '../agent/model-call.ts'
import { AppError } from '../lib/errors.ts'
import { createModelService } from '../models/service.ts'
import type { ModelChoice } from '../models/vendor.ts'

/* A process that calls models and measures itself. It takes one call after the other by message, and replies with
   the failure and how many megabytes it grew at most. */
export interface VictimCall {
  choice: ModelChoice
  /** 'list' requests the list of models instead of an answer. */
  ask: 'answer' | 'list'
  /** Milliseconds that a model may stay silent. */
  silenceMs: number
}

export interface VictimReport {
  code: string
  detail: string
  grownMegabytes: number
}

const models = createModelService()
const megabyte = 1024 * 1024
const signal = new AbortController().signal

async function ask(call: VictimCall): Promise<unknown> {
  if (call.ask === 'list') return models.fetchModels(call.choice, signal)
  const preferences = { temperature: 0, maxTokens: null, silenceMs: call.silenceMs }
  const handle = await models.create(call.choice)
  return callModel({ handle, instructions: 'Answer.', messages, tools: {}, preferences, signal })
}

const messages = [{ role: 'user' as const, content: 'How many orders?' }]

/** Memory in use, excluding garbage. @returns bytes */
function held(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss
}

async function report(call: VictimCall): Promise<VictimReport> {
  const before = held()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, held())), 50)
  const failure = await ask(call).then(
    (answer) => new Error(JSON.stringify(answer).slice(0, 200)),
    (error: unknown) => error,
  )
  clearInterval(watch)
  most = Math.max(most, held())
  const grownMegabytes = Math.round((most - before) / megabyte)
  if (failure instanceof AppError) return { code: failure.code, detail: failure.detail, grownMegabytes }
  return { code: 'none', detail: String(failure), grownMegabytes }
}

process.on('message', (call: VictimCall) => {
  void (async () => process.send?.(await report(call)))()
})

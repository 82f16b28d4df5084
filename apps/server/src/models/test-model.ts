import { streamText, tool } from 'ai'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { describeRefusal } from './bounded-answer.ts'
import { faultOf, type ModelFault } from './model-errors.ts'
import { readModelStream } from './model-stream.ts'
import { vendors } from './providers.ts'
import type { ModelChoice, ModelHandle } from './vendor.ts'

/** The outcome of an administrator's test; `message` names the cause in words, `fault` as data. */
export interface ModelTestResult {
  success: boolean
  message: string
  fault: ModelFault | null
}

/** Asks a model to use one tool, and names the cause if it fails. Never throws. */
export async function testModel(
  choice: ModelChoice,
  create: () => Promise<ModelHandle>,
  signal: AbortSignal,
): Promise<ModelTestResult> {
  try {
    return await tryTool(await create(), signal)
  } catch (error) {
    return failure(choice, error)
  }
}

const confirmTool = tool({
  description: 'Confirms that you can use tools.',
  inputSchema: z.object({ ready: z.boolean() }),
})

async function tryTool(handle: ModelHandle, abortSignal: AbortSignal): Promise<ModelTestResult> {
  const result = streamText({
    model: handle.model,
    prompt: 'Call the tool `confirm` with ready = true. Do not write any text.',
    tools: { confirm: confirmTool },
    maxOutputTokens: 2000,
    maxRetries: 0,
    abortSignal,
    providerOptions: handle.providerOptions,
    onError: () => undefined,
  })
  let used = false
  for await (const part of readModelStream(result)) {
    if (part.type === 'tool-call') used = true
  }
  if (used) return success(`Connected to ${handle.providerName}: ${handle.id} answers and can use tools.`)
  return {
    success: false,
    fault: 'no-tool-support',
    message: `${handle.id} answered but did not use the requested tool. Choose a model that supports tools.`,
  }
}

function success(message: string): ModelTestResult {
  return { success: true, message, fault: null }
}

function failure(choice: ModelChoice, error: unknown): ModelTestResult {
  if (error instanceof AppError) return { success: false, message: error.detail, fault: null }
  const fault = faultOf(error)
  const refusal = describeRefusal(vendors[choice.provider].name, error)
  return { success: false, message: refusal ?? describeFault(fault, choice), fault }
}

function describeFault(fault: ModelFault, choice: ModelChoice): string {
  const name = vendors[choice.provider].name
  const where = choice.baseUrl ?? name
  const words: Record<ModelFault, string> = {
    'wrong-key': `${name} rejected the API key. Check that it is complete and still valid.`,
    unreachable: `Could not reach ${where}. Check the URL and the network access of this server.`,
    'blocked-address': `Connections to ${where} are not allowed. Use another URL.`,
    'unknown-model': `${name} does not know the model ${choice.model}. Choose another model.`,
    quota: `${name} accepted the key, but its quota is used up. Try again later, or upgrade your plan.`,
    'no-tool-support': `${choice.model} does not support tools. Choose a model that does.`,
    'request-refused': `${name} rejected the request for ${choice.model}. Choose another model.`,
    'server-error': `${name} returned an error. Try again in a moment.`,
    'broke-off': `${name} stopped in the middle of its answer. Try again in a moment.`,
    timeout: `${name} did not respond in time. Try again in a moment.`,
    'answer-refused': `Could not read the answer of ${name}. Choose another model.`,
  }
  return words[fault]
}

import { message, type Message } from '@parlance/contract'
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
  message: Message
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
  const values = { provider: handle.providerName, model: handle.id }
  if (used) {
    return {
      success: true,
      fault: null,
      message: message('Connected to {provider}: {model} answers and can use tools.', values),
    }
  }
  return {
    success: false,
    fault: 'no-tool-support',
    message: message(
      '{model} answered but did not use the requested tool. Choose a model that supports tools.',
      values,
    ),
  }
}

function failure(choice: ModelChoice, error: unknown): ModelTestResult {
  if (error instanceof AppError) return { success: false, message: error.text, fault: null }
  const fault = faultOf(error)
  const refusal = describeRefusal(vendors[choice.provider].name, error)
  return { success: false, message: refusal ?? describeFault(fault, choice), fault }
}

function describeFault(fault: ModelFault, choice: ModelChoice): Message {
  const provider = vendors[choice.provider].name
  const { model } = choice
  const place = choice.baseUrl ?? provider
  switch (fault) {
    case 'wrong-key':
      return message('{provider} rejected the API key. Check that it is complete and still valid.', { provider })
    case 'unreachable':
      return message('Could not reach {place}. Check the URL and the network access of this server.', { place })
    case 'blocked-address':
      return message('Connections to {place} are not allowed. Use another URL.', { place })
    case 'unknown-model':
      return message('{provider} does not know the model {model}. Choose another model.', { provider, model })
    case 'quota':
      return message('{provider} accepted the key, but its quota is used up. Try again later, or upgrade your plan.', {
        provider,
      })
    case 'no-tool-support':
      return message('{model} does not support tools. Choose a model that does.', { model })
    case 'request-refused':
      return message('{provider} rejected the request for {model}. Choose another model.', { provider, model })
    case 'server-error':
      return message('{provider} returned an error. Try again in a moment.', { provider })
    case 'broke-off':
      return message('{provider} stopped in the middle of its answer. Try again in a moment.', { provider })
    case 'timeout':
      return message('{provider} did not respond in time. Try again in a moment.', { provider })
    case 'answer-refused':
      return message('Could not read the answer of {provider}. Choose another model.', { provider })
  }
}

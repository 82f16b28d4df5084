import { message, type Message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import { describeFault } from './describe-fault.ts'
import { ask, type Asked } from './doctor/ask.ts'
import { followsSchema } from './doctor/structured-output.ts'
import { askForTool, usedTool } from './doctor/tools.ts'
import { faultOf, UselessAnswerError, type ModelFault } from './model-faults.ts'
import { withoutThinking } from './thinking.ts'
import type { ModelChoice, ModelHandle } from './vendor.ts'

/** The outcome of an administrator's test; `message` names the cause in words, `fault` as data. */
export interface ModelTestResult {
  success: boolean
  message: Message
  fault: ModelFault | null
}

/**
 * Asks a model to use one tool, or else to follow a JSON schema, and names the cause if it fails. Never throws. The
 * doctor checks more.
 */
export async function testModel(
  choice: ModelChoice,
  create: () => Promise<ModelHandle>,
  signal: AbortSignal,
): Promise<ModelTestResult> {
  try {
    return await tryForms(await create(), signal)
  } catch (error) {
    if (error instanceof AppError) return { success: false, message: error.text, fault: null }
    return { success: false, message: describeFault(error, choice), fault: faultOf(error) }
  }
}

async function tryForms(handle: ModelHandle, signal: AbortSignal): Promise<ModelTestResult> {
  const values = { provider: handle.providerName, model: handle.id }
  const asked = await askForTool({ handle, signal })
  if (usedTool(asked)) {
    handle.traits.hasUsedTools = true
    handle.traits.learn({ toolForm: 'tools' })
    return succeeded(message('Connected to {provider}: {model} answers and can use tools.', values))
  }
  const hasSchema = await followsSchema({ handle, signal })
  if (!hasSchema) await requireText(asked, handle, signal)
  handle.traits.learn({ toolForm: hasSchema ? 'schema' : 'text' })
  if (hasSchema)
    return succeeded(
      message('Connected to {provider}: {model} answers. It cannot use tools, so Parlance asks it for JSON.', values),
    )
  return succeeded(
    message(
      'Connected to {provider}: {model} answers. It cannot use tools or follow a JSON schema, so Parlance asks it for SQL as text, which is less reliable.',
      values,
    ),
  )
}

/** @throws UselessAnswerError if the model doesn't answer a plain request either */
async function requireText(asked: Asked | null, handle: ModelHandle, signal: AbortSignal): Promise<void> {
  const { text } = asked ?? (await ask(handle, { prompt: 'Reply with the word ready.' }, signal))
  if (withoutThinking(text).trim() === '') throw new UselessAnswerError('empty')
}

function succeeded(text: Message): ModelTestResult {
  return { success: true, message: text, fault: null }
}

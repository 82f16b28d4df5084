import { message } from '@parlance/contract'
import { jsonSchema, Output } from 'ai'
import { faultOf } from '../model-faults.ts'
import { withoutThinking } from '../thinking.ts'
import { ask } from './ask.ts'
import { failed, passed, warning, type Check, type CheckContext } from './check.ts'

const schema = jsonSchema<{ city: string; country: string }>({
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
})

/** Whether the model follows a JSON schema. */
export async function followsSchema({ handle, signal }: Pick<CheckContext, 'handle' | 'signal'>): Promise<boolean> {
  try {
    const prompt = 'Name one city in Norway and its country, as JSON with the fields city and country.'
    const { text } = await ask(handle, { prompt, output: Output.object({ schema, name: 'place' }) }, signal)
    const value: unknown = JSON.parse(withoutThinking(text))
    return typeof value === 'object' && value !== null && 'city' in value && 'country' in value
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError || ['no-schema-support', 'empty'].includes(faultOf(error))) return false
    throw error
  }
}

export const structuredOutputCheck: Check = {
  id: 'structured-output',
  needs: ['answer'],
  calls: 1,
  tokens: 300,
  timeoutMs: 60_000,
  run: async (context) => {
    const { handle, findings } = context
    const { id: model } = handle
    findings.canFollowSchema = await followsSchema(context)
    if (findings.canFollowSchema) {
      return passed(
        findings.canUseTools
          ? message('{model} follows a JSON schema.', { model })
          : message('{model} follows a JSON schema. Parlance uses this instead of tools.', { model }),
      )
    }
    if (findings.canUseTools) return warning(message('{model} does not follow a JSON schema.', { model }), null)
    handle.traits.learn({ toolForm: 'text' })
    return failed(
      message('{model} does not follow a JSON schema. Parlance asks it for SQL as text, which is less reliable.', {
        model,
      }),
      message('Choose a model that supports tools or structured output.'),
    )
  },
}

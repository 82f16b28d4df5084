import { message } from '@parlance/contract'
import { jsonSchema, tool } from 'ai'
import { faultOf } from '../model-faults.ts'
import { ask, type Asked } from './ask.ts'
import { passed, warning, type Check, type CheckContext } from './check.ts'
import { toolAdvice } from './server-kind.ts'

const confirmTool = tool({
  description: 'Confirms that you can use tools.',
  inputSchema: jsonSchema({ type: 'object', properties: { ready: { type: 'boolean' } } }),
})

const populationTool = tool({
  description: 'The population of one city.',
  inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
})

/** Asks the model to use one tool. Null if its server rejects tools. */
export async function askForTool({ handle, signal }: Pick<CheckContext, 'handle' | 'signal'>): Promise<Asked | null> {
  const prompt = 'Call the tool `confirm` with ready = true. Do not write any text.'
  return ask(handle, { prompt, tools: { confirm: confirmTool } }, signal).catch((error: unknown) => {
    if (faultOf(error) === 'no-tool-support' || faultOf(error) === 'empty') return null
    throw error
  })
}

export function usedTool(asked: Asked | null): boolean {
  return asked?.toolCalls.some(({ name, input }) => name === 'confirm' && input !== null) ?? false
}

/** Whether the model calls tools by its vendor's protocol. If not, Parlance asks it in another way. */
export const toolsCheck: Check = {
  id: 'tools',
  needs: ['answer'],
  calls: 1,
  tokens: 400,
  timeoutMs: 60_000,
  run: async (context) => {
    const { handle, findings } = context
    const asked = await askForTool(context)
    findings.canUseTools = usedTool(asked)
    if (findings.canUseTools) {
      handle.traits.hasUsedTools = true
      handle.traits.learn({ toolForm: 'tools' })
      return passed(message('{model} calls tools.', { model: handle.id }))
    }
    handle.traits.hasUsedTools = false
    handle.traits.learn({ toolForm: 'schema' })
    const advice = toolAdvice(findings.server)
    if (asked === null) return warning(message('The server rejects tools for {model}.', { model: handle.id }), advice)
    const wrote = asked.text.includes('confirm') && /[{<[]/.test(asked.text)
    return warning(
      wrote
        ? message('{model} writes tool calls as text instead of calling the tool.', { model: handle.id })
        : message('{model} did not call the tool that it was asked to call.', { model: handle.id }),
      advice,
    )
  },
}

/** Whether the model calls several tools at once, which saves calls. */
export const parallelToolsCheck: Check = {
  id: 'parallel-tools',
  needs: ['answer', 'tools'],
  calls: 1,
  tokens: 400,
  timeoutMs: 60_000,
  run: async ({ handle, signal, findings }) => {
    if (!findings.canUseTools)
      return { state: 'skipped', found: message('The model does not call tools.'), advice: null }
    const prompt =
      'Call the tool `population` once for Oslo and once for Lima, both in this one answer. Do not write any text.'
    const { toolCalls } = await ask(handle, { prompt, tools: { population: populationTool } }, signal)
    if (toolCalls.length >= 2) return passed(message('{model} calls several tools at once.', { model: handle.id }))
    return warning(
      message('{model} calls one tool at a time. Questions that need several look-ups take longer.', {
        model: handle.id,
      }),
      null,
    )
  },
}

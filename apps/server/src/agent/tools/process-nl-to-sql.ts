import { formatMessage } from '@parlance/contract'
import { translate } from '@parlance/engine'
import type { TranslateRequest, Translation } from '@parlance/engine'
import { z } from 'zod'
import { descriptionsOf } from '../area-hints.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { errorFields, understoodQuestion } from '../texts.ts'
import { defineTool } from './tool.ts'

export interface ProcessOutcome extends ToolOutcome {
  translation: Translation
}

/** Turns a question into SQL with the built-in engine. Its own responder runs the SQL, with the whole conversation. */
export const processQuestion = defineTool<{ question: string }, ProcessOutcome>({
  name: 'process_nl_to_sql',
  description: 'Translates a question into SQL without a model.',
  parameters: { question: 'text' },
  inputSchema: z.object({ question: z.string() }),
  execute: async ({ question }, turn) => {
    const translation = await translateQuestion(question, turn)
    if (!translation.understood) {
      const { reason } = translation
      return {
        translation,
        response: { success: false, query: question, ...errorFields(reason) },
        forModel: { success: false, error: formatMessage(reason) },
      }
    }
    const understood = understoodQuestion(translation)
    const response = { success: true, query: question, sql_query: translation.sql, understood }
    return { translation, response, forModel: response }
  },
})

/** How the built-in engine reads a question in its conversation. */
export async function translateQuestion(question: string, turn: AgentTurn): Promise<Translation> {
  const translation = await translate(toRequest(question, turn))
  turn.signal.throwIfAborted()
  return translation
}

function toRequest(question: string, turn: AgentTurn): TranslateRequest {
  const { catalogue, today, signal, valuesOf, findValues } = turn
  const history = turn.history.flatMap((memory) =>
    memory.sql === null ? [] : [{ question: memory.question, sql: memory.sql, state: memory.state }],
  )
  const descriptions = descriptionsOf(turn.hints)
  const definitions = turn.definitions ?? undefined
  return { question, catalogue, today, history, descriptions, definitions, valuesOf, findValues, signal }
}

import { formatMessage } from '@parlance/contract'
import { prepareTurn, type AgentEnvironment } from '../../agent/prepare-turn.ts'
import { runTurn } from '../../agent/turn.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { AskSample } from '../../models/doctor/check.ts'

export type SampleEnvironment = Omit<AgentEnvironment, 'responder'>

export interface SamplePlace {
  principal: Principal
  connectionId: string
}

/** A question that needs one query with a group. */
export const sampleQuestion = 'How many customers are there in each country?'

/** Asks one question on the sample database through the whole pipeline, with the gate, the rules, and the checks. */
export function sampleAsker(environment: SampleEnvironment, place: SamplePlace): AskSample {
  return async (handle, signal) => {
    const channel = { emit: () => undefined, signal, purpose: 'test' as const }
    const responder = async () => {
      const { createModelResponder } = await import('../../agent/model-responder.ts')
      return createModelResponder(handle, { temperature: 0.1, maxTokens: null })
    }
    const asked = { ...place, question: sampleQuestion, areaId: null, history: [] }
    const end = await runTurn(channel, () => prepareTurn({ ...environment, responder }, asked, channel))
    if (end.error) throw end.error
    if (!end.answer) throw new AppError('query_cancelled')
    const { text, result } = end.answer
    return { question: sampleQuestion, sql: result?.sql ?? null, answer: formatMessage(text) }
  }
}

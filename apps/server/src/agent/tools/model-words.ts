import type { AgentTurn } from '../contract.ts'
import { createGrounding } from '../grounding.ts'

/** Whether a model's own words state a number or date that is neither in the conversation nor in a result. */
export function statesUnknownFigure(words: string, { question, history, steps, today }: AgentTurn): boolean {
  const texts = [question, ...history.flatMap((memory) => [memory.question, memory.answer ?? ''])]
  const results = steps.map(({ result }) => result)
  const grounding = createGrounding({ results, texts, sql: steps.map(({ sql }) => sql), today })
  return grounding.ungrounded(words).length > 0
}

import { stem, tokenise } from '@parlance/retrieval'
import type { AgentTurn, TurnMemory } from './contract.ts'

/** Earlier questions in a prompt at most. */
const mostTurns = 3
/** Words of a question that is too short to understand without the ones before it. */
const shortQuestion = 6
/** Letters of a word that relates two questions. */
const shortestWord = 4

/** The earlier questions that a question needs: the last one, and older ones that it may refer to. */
export function neededHistory({ question, history }: Pick<AgentTurn, 'question' | 'history'>): TurnMemory[] {
  const recent = history.slice(-mostTurns)
  const words = tokenise(question)
  if (words.length <= shortQuestion) return recent
  const asked = new Set(words.filter((word) => word.length >= shortestWord).map(stem))
  const isRelated = (memory: TurnMemory): boolean => tokenise(memory.question).some((word) => asked.has(stem(word)))
  return recent.filter((memory, at) => at === recent.length - 1 || isRelated(memory))
}

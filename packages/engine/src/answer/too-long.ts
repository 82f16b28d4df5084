import { message, type Message } from '@parlance/contract'
import { plainQuestion, tokensOf } from '../match/tokens.ts'

const longestQuestion = 2000
/** Maximum number of words and signs: a reading tries each position with what follows it. */
const mostWords = 200

/** Why a question is too long to read; null if it isn't. */
export function tooLongFor(question: string): Message | null {
  if (question.length > longestQuestion)
    return message('The question is longer than {limit} characters. Shorten it.', { limit: longestQuestion })
  return tokensOf(plainQuestion(question)).length > mostWords
    ? message('The question has more than {limit} words. Shorten it.', { limit: mostWords })
    : null
}

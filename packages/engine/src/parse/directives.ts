/** What a button puts before a question to say whether those that have none of something count. */
export const noneWords = { counted: 'Counting those with none: ', left: 'Leaving out those with none: ' } as const

/** A question without the words that a button put before it, and what they say; null when nothing is said. */
export function directivesOf(question: string): { question: string; countsNone: boolean | null } {
  const said = question.toLowerCase()
  if (said.startsWith(noneWords.counted.toLowerCase()))
    return { question: question.slice(noneWords.counted.length), countsNone: true }
  if (said.startsWith(noneWords.left.toLowerCase()))
    return { question: question.slice(noneWords.left.length), countsNone: false }
  return { question, countsNone: null }
}

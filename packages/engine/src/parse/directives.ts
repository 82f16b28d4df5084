/** The text that a button puts before a question to include or exclude rows that have none of something. */
export const noneWords = { counted: 'Counting those with none: ', left: 'Leaving out those with none: ' } as const

/** Splits off the text that a button put before a question, and what it says; null if there is none. */
export function directivesOf(question: string): { question: string; countsNone: boolean | null } {
  const said = question.toLowerCase()
  if (said.startsWith(noneWords.counted.toLowerCase()))
    return { question: question.slice(noneWords.counted.length), countsNone: true }
  if (said.startsWith(noneWords.left.toLowerCase()))
    return { question: question.slice(noneWords.left.length), countsNone: false }
  return { question, countsNone: null }
}

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

const comparisons: readonly [RegExp, string][] = [
  [/^how (?:does|do|did) (.+?) compare (?:to|with|against) (.+)$/i, '$1 compared with $2'],
  [
    /^(?:(?:what (?:is|was)|show(?: me)?) )?(?:the )?(?:change|growth|increase|decrease) (?:in|of) (.+?) (?:from|between) (.+?) (?:to|and) (.+)$/i,
    '$1 $2 compared with $3',
  ],
  [/^(.+?) (?:change|growth) (?:from|between) (.+?) (?:to|and) (.+)$/i, '$1 $2 compared with $3'],
]

/** Questions about a change between two periods, in the words that all comparisons share. */
export function withPlainComparison(question: string): string {
  const text = question.trim().replace(/[?.!]$/, '')
  const found = comparisons.find(([pattern]) => pattern.test(text))
  return found === undefined ? question : text.replace(...found)
}

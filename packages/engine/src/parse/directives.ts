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

/** 'compare delivered with cancelled orders': both adjectives are about the noun. */
const comparedKinds =
  /^(compare (?:the )?(?:(?:number|count) of )?)([\p{L}'-]+) (?:with|and|to|against|versus|vs\.?) ([\p{L}'-]+) (\p{L}+)$/iu

const comparisons: readonly [RegExp, string][] = [
  [/^how (?:does|do|did) (.+?) compare (?:to|with|against) (.+)$/i, '$1 compared with $2'],
  [
    /^(?:(?:what (?:is|was)|show(?: me)?) )?(?:the )?(?:change|growth|increase|decrease) (?:in|of) (.+?) (?:from|between) (.+?) (?:to|and) (.+)$/i,
    '$1 $2 compared with $3',
  ],
  [comparedKinds, '$1$2 $4 with $3 $4'],
  [/^(.+?) (?:change|growth) (?:from|between) (.+?) (?:to|and) (.+)$/i, '$1 $2 compared with $3'],
]

const against =
  /(?<=\b(?:(?:this|last|previous) (?:day|week|month|quarter|year)|\d{4}))(?: as)? (?:against|relative to)(?= (?:the )?(?:(?:this|last|previous) (?:day|week|month|quarter|year)|(?:[a-z]+ |q[1-4] )?\d{4})\b)/i

/** 'revenue compared to last year' names only one period, so the other one is the current one. */
const sinceLast =
  /^((?:(?!\b(?:this|last|since|today|\d{4})\b).)+?) compared (?:to|with) (?:the )?(?:last|previous) (day|week|month|quarter|year)(?=\W*$)/i

/** Questions about a change between two periods, in the words that all comparisons share. */
export function withPlainComparison(asked: string): string {
  const question = asked.replace(against, ' compared with').replace(sinceLast, '$1 this $2 compared with last $2')
  const text = question.trim().replace(/[?.!]$/, '')
  const found = comparisons.find(([pattern]) => pattern.test(text))
  return found === undefined ? question : text.replace(...found)
}

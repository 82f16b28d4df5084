import { isFunctionWord } from '@parlance/engine'

/** The most texts of a question that are looked up, and the shortest. */
const textLimit = 16
const shortestText = 3

/** An apostrophe inside a word doesn't quote anything. */
const quotedText = /(?<![\p{L}\p{N}])["“„']([^"“”„']{2,60})["”“'](?![\p{L}\p{N}])/gu
/** Small words inside a name: "Bank of America", "Jean de la Fontaine". */
const linkWords = new Set('of the and de la del van von der'.split(' '))
const mostLinks = 2

/**
 * The texts of a question that may be values of the data, the likeliest first: what is in quotes, names of several words,
 * words beside each other, and single words. Words that belong to English itself name nothing.
 */
export function possibleValues(question: string): string[] {
  const quotes = [...question.matchAll(quotedText)].map(([, text = '']) => text.trim())
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const isValue = (word: string) => word.length >= shortestText && !isFunctionWord(word)
  const pairs = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? ''
    return isValue(before) && isValue(word) ? [`${before} ${word}`] : []
  })
  const single = words.filter(isValue)
  // The first word of a question has a capital letter whatever it is.
  const isName = (word: string) => isCapital(word) && word !== words[0]
  const texts = [...quotes, ...namesIn(question), ...single.filter(isName), ...pairs, ...single]
  const known = new Set<string>()
  return texts.filter((text) => !known.has(text.toLowerCase()) && known.add(text.toLowerCase())).slice(0, textLimit)
}

function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word)
}

/** Names of several words. */
function namesIn(question: string): string[] {
  const words = question.replaceAll(quotedText, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  const names: string[] = []
  for (let from = 0; from < words.length; from++) {
    // “Which German” begins a question, but “New York” is a name.
    if (!isCapital(words[from]) || (from === 0 && isFunctionWord(words[from] ?? ''))) continue
    let to = from
    for (let next = from + 1; next <= to + 1 + mostLinks && next < words.length; next++) {
      if (isCapital(words[next])) to = next
      else if (!linkWords.has(words[next] ?? '')) break
    }
    if (to > from) names.push(words.slice(from, to + 1).join(' '))
    from = to
  }
  return names
}

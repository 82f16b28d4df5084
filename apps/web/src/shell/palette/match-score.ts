const wholeStart = 100
const wordStart = 60
const inside = 30
const scattered = 10
/** The searched part of a text; no one types what comes after it. */
const searchedLength = 200

/**
 * Scores how well a text matches the input: each typed word must begin the text or one of its words, be inside it, or
 * consist of beginnings of its words. Null if one does not; higher is better.
 */
export function matchScore(query: string, text: string): number | null {
  const searched = plain(text.slice(0, searchedLength))
  let score = 0
  for (const word of plain(query)
    .split(/\s+/)
    .filter((part) => part !== '')) {
    const own = scoreOf(word, searched)
    if (own === null) return null
    score += own
  }
  return score
}

function scoreOf(word: string, text: string): number | null {
  const at = text.indexOf(word)
  if (at === 0) return wholeStart
  if (beginsAWord(word, text)) return wordStart
  if (at > 0) return inside
  // The digits of a number must be together: 499 must not match the 49 of a question asked at 9 o'clock.
  return !/^\p{N}+$/u.test(word) && isScattered(word, text) ? scattered : null
}

function beginsAWord(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

/** 'nc' and 'newcon' both match 'New Conversation': each letter follows the previous one, or starts a later word. */
function isScattered(word: string, text: string): boolean {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  const [first = '', ...rest] = word
  // Every place where the letters so far may end: trying them one by one would take forever in 'a a a a …'.
  let reached = starts.filter((start) => text.startsWith(first, start))
  for (const letter of rest) {
    const earliest = Math.min(...reached)
    const places = new Set([...reached.map((place) => place + 1), ...starts.filter((start) => start > earliest)])
    reached = [...places].filter((place) => text.startsWith(letter, place))
  }
  return reached.length > 0
}

/** Removes case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The years of a decade. */
export const decadeLength = 10
const namedDecades = ['fifties', 'sixties', 'seventies', 'eighties', 'nineties']
const firstNamed = 1950

/** 'the 1990s', 'the 90s', 'the nineties'; not 'the 30s', which may be ages or the thirties of either century. */
export function decadeOf(word: string): number | null {
  const full = /^((?:19|20)\d0)s$/.exec(word)
  if (full !== null) return Number(full[1])
  const short = /^([5-9])0s$/.exec(word)
  const at = short === null ? namedDecades.indexOf(word) : Number(short[1]) - (firstNamed % 100) / decadeLength
  return at < 0 ? null : firstNamed + at * decadeLength
}

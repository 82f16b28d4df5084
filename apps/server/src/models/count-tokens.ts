/**
 * About how many tokens a text has, on the high side and without a vendor's tokenizer: one for every six letters of a
 * word, four of a word in capitals, every three digits, and every run of other characters.
 */
export function countTokens(text: string): number {
  const runs = text.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]+|\n+/gu) ?? []
  return runs.reduce((sum, run) => sum + (/^\p{L}/u.test(run) ? wordTokens(run) : Math.ceil(run.length / 3)), 0)
}

/** A common word is one token, whatever its length; names of tables seldom are. */
function wordTokens(word: string): number {
  return Math.ceil(word.length / (word === word.toUpperCase() ? 4 : 6))
}

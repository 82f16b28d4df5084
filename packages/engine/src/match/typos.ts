import { wordnet } from '../lexicon/wordnet/wordnet.ts'
import { keywordOf } from '../lexicon/keywords.ts'
import { isFunctionWord } from '../lexicon/function-words.ts'

/** In shorter words, one letter makes another word too often. */
const fewestLetters = 5
const alphabet = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Whether a word in singular is one of English, so that it isn't a misspelled other word. */
export function isEnglishWord(word: string): boolean {
  return isFunctionWord(word) || keywordOf(word) !== null || wordnet().meaningsOf(word).length > 0
}

/** All words that differ from a word in one letter, or in the order of two neighboring ones. */
function* slipsOf(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const [start, rest] = [word.slice(0, at), word.slice(at)]
    for (const letter of alphabet) yield start + letter + rest
    if (rest === '') continue
    yield start + rest.slice(1)
    for (const letter of alphabet) yield start + letter + rest.slice(1)
    if (rest.length > 1) yield start + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)
  }
}

/**
 * The name that a word is meant to be if it has one typo after its first letter; null if it is a word of English, or if
 * another name or word is as near.
 */
export function misspelledName(word: string, isName: (name: string) => boolean): string | null {
  if (word.length < fewestLetters || isEnglishWord(word)) return null
  const near = new Set<string>()
  for (const other of slipsOf(word))
    if (other.length >= fewestLetters && other !== word && (isName(other) || isEnglishWord(other))) near.add(other)
  const [only, rival] = near
  return only !== undefined && rival === undefined && isName(only) ? only : null
}

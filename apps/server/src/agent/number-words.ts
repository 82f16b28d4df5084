import { foreignNumbers } from './foreign-numbers.ts'
import { matchesIn } from '../lib/matches-in.ts'

const units = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 20 + 10 * at]),
)
const scales = new Map([
  ['hundred', 100],
  ['dozen', 12],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
const ordinals = new Map(
  'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, at) => [word, at + 2]),
)

/** Chinese and Japanese numerals. A single one is usually part of a word. */
const cjk =
  /[〇零一二三四五六七八九十百千万萬亿億两]{2,}|[二三四五六七八九十百千](?=[个個件人条條次名位笔筆元円年月日本枚])/gu
const cjkDigits = new Map(Array.from('零一二三四五六七八九').map((digit, value) => [digit, value]))
const cjkScales = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1e3],
  ['万', 1e4],
  ['萬', 1e4],
  ['亿', 1e8],
  ['億', 1e8],
])

export interface SpelledNumber {
  written: string
  index: number
  kind: 'value' | 'rank' | 'magnitude' | 'foreign'
  value: number
}

/** Numbers that a text spells out. 'One' can be a pronoun, and 'first' only implies that there is something. */
export function spelledNumbers(text: string): SpelledNumber[] {
  const english = englishNumbers(text)
  const starts = new Set(english.map(({ index }) => index))
  const others = otherLanguages(text).filter(({ index }) => !starts.has(index))
  return [...english, ...vagueNumbers(text), ...others, ...cjkNumbers(text)]
}

function englishNumbers(text: string): SpelledNumber[] {
  const found: SpelledNumber[] = []
  const isPart = (word: string): boolean => units.has(word) || tens.has(word) || scales.has(word)
  const words = [...text.matchAll(/\p{L}+/gu)].map((match) => ({ word: match[0].toLowerCase(), index: match.index }))
  for (let at = 0; at < words.length; at++) {
    const start = words[at]
    if (!start) break
    const parts: string[] = []
    let end = at
    while (end < words.length) {
      const next = words[end]
      if (!next) break
      const isJoined = end === at || isNear(text, words[end - 1], next)
      const isLink = next.word === 'and' && parts.includes('hundred') && isPart(words[end + 1]?.word ?? '')
      if (!isJoined || (!isPart(next.word) && !isLink)) break
      if (!isLink) parts.push(next.word)
      end++
    }
    const last = words[end - 1]
    if (parts.length > 0 && last) {
      at = end - 1
      const written = text.slice(start.index, last.index + last.word.length)
      if (parts.join() !== 'one') found.push({ written, index: start.index, kind: 'value', value: valueOf(parts) })
    } else {
      const rank = ordinals.get(start.word)
      if (rank !== undefined) found.push({ written: start.word, index: start.index, kind: 'rank', value: rank })
    }
  }
  return found
}

function isNear(text: string, before: { word: string; index: number } | undefined, next: { index: number }): boolean {
  return before !== undefined && /^[\s-]+$/.test(text.slice(before.index + before.word.length, next.index))
}

function valueOf(parts: string[]): number {
  let total = 0
  let current = 0
  for (const part of parts) {
    const scale = scales.get(part)
    if (scale === undefined) current += units.get(part) ?? tens.get(part) ?? 0
    else if (scale <= 100) current = (current || 1) * scale
    else {
      total += (current || 1) * scale
      current = 0
    }
  }
  return total + current
}

const powers = new Map([
  ['dozens', 24],
  ['hundreds', 100],
  ['thousands', 1e3],
  ['millions', 1e6],
  ['billions', 1e9],
])

function vagueNumbers(text: string): SpelledNumber[] {
  return matchesIn(text, /\b(dozens|hundreds|thousands|millions|billions)\b/gi).map((match) => ({
    written: match[0],
    index: match.index,
    kind: 'magnitude',
    value: powers.get(match[0].toLowerCase()) ?? 0,
  }))
}

/** A word that is certainly a number but can't be read may not be stated. */
function otherLanguages(text: string): SpelledNumber[] {
  return foreignNumbers(text).map(({ written, index, value }) => ({
    written,
    index,
    kind: value === null ? 'foreign' : 'value',
    value: value ?? Number.NaN,
  }))
}

function cjkNumbers(text: string): SpelledNumber[] {
  return matchesIn(text, cjk).map((match) => {
    let total = 0
    let section = 0
    let digit = 0
    for (const letter of match[0].replaceAll('两', '二').replaceAll('〇', '零')) {
      const scale = cjkScales.get(letter)
      if (scale === undefined) digit = cjkDigits.get(letter) ?? 0
      else if (scale >= 1e4) {
        total += (section + digit || 1) * scale
        section = digit = 0
      } else {
        section += (digit || 1) * scale
        digit = 0
      }
    }
    return { written: match[0], index: match.index, kind: 'value', value: total + section + digit }
  })
}

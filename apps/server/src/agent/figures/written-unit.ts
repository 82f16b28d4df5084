import { currencyOf, type ColumnFormat } from '@parlance/contract'

/** The words around a figure in its sentence. */
interface Neighbors {
  before: string
  after: string
}

/** The words around a figure without the unit that it shows itself: “€{…}”, “{…} hours”, or “{…}%”. */
export function withoutUnit(shown: string, format: ColumnFormat, { before, after }: Neighbors): Neighbors {
  const words = unitWords(format)
  if (!words.some((word) => shown.includes(word))) return { before, after }
  const left = words.find((word) => endsWith(before, word))
  const right = words.find((word) => startsWith(after, word))
  const start = before.trimEnd().length
  return {
    before: left === undefined ? before : before.slice(0, start - left.length),
    after: right === undefined ? after : after.trimStart().slice(right.length),
  }
}

/** The ways to write a unit. */
function unitWords({ style, unit }: ColumnFormat): string[] {
  if (style === 'percent') return ['%', 'percent']
  const currency = currencyOf(style, unit)
  if (currency === null) return unit === null ? [] : [unit]
  const name = currencyPart(currency, 'name')
  return [currencyPart(currency, 'symbol'), currency, name, name.split(' ').at(-1) ?? name]
}

function currencyPart(currency: string, currencyDisplay: 'name' | 'symbol'): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay }).formatToParts(2)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

function endsWith(text: string, word: string): boolean {
  const rest = text.trimEnd().toLowerCase()
  return rest.endsWith(word.toLowerCase()) && !isPartOfWord(rest.slice(0, rest.length - word.length).slice(-1), word)
}

function startsWith(text: string, word: string): boolean {
  const rest = text.trimStart().toLowerCase()
  return rest.startsWith(word.toLowerCase()) && !isPartOfWord(rest.slice(word.length, word.length + 1), word)
}

/** Whether a letter continues a word, so that “{…} eurozone” does not name euros. */
function isPartOfWord(letter: string, word: string): boolean {
  return /\p{L}/u.test(letter) && /\p{L}/u.test(word)
}

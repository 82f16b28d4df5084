import type { Message, MessageValues, TextFigure } from './messages.ts'

type Part =
  | { is: 'text'; text: string }
  /** The number that the plural around it counts. */
  | { is: 'count' }
  | { is: 'value'; name: string; isNumber: boolean }
  | { is: 'choice'; name: string; isPlural: boolean; cases: ReadonlyMap<string, Part[]> }

const patterns = new Map<string, Part[]>()
/** Making one of these takes longer than formatting a message. */
const numbersOf = new Map<string, Intl.NumberFormat>()
const pluralsOf = new Map<string, Intl.PluralRules>()

/**
 * Formats a message: values, `{n, number}`, plurals, and selections of ICU MessageFormat, without skeletons and
 * offsets. `npm run i18n:check` refuses other patterns. The full library would add 11 KB to the 180 KB that the sign-in
 * page may load. A value that is a message is formatted the same way.
 *
 * @param language - BCP 47 tag, for plural forms and numbers
 * @throws SyntaxError when the pattern is not valid
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export function formatMessage(message: Message, language = 'en'): string {
  return formatWithFigures(message, language).text
}

/** The same with the places of its figures: the values that have sources. A figure within another one is part of it. */
export function formatWithFigures(message: Message, language = 'en'): { text: string; figures: TextFigure[] } {
  const page: Page = { language, text: '', figures: [] }
  write(message, page)
  return { text: page.text, figures: page.figures }
}

/** What is written so far. */
interface Page {
  language: string
  text: string
  figures: TextFigure[]
}

type Value = MessageValues[string]

function write({ text, values = {}, sources }: Message, page: Page): void {
  asFigure(sources, page, () => {
    if (/['{}]/.test(text)) writeParts(partsOf(text), values, page, 0)
    else page.text += text
  })
}

function partsOf(text: string): Part[] {
  const known = patterns.get(text)
  if (known !== undefined) return known
  const parts = new PatternReader(text).read()
  patterns.set(text, parts)
  return parts
}

function writeParts(parts: readonly Part[], values: MessageValues, page: Page, count: Value): void {
  for (const part of parts) writePart(part, values, page, count)
}

function writePart(part: Part, values: MessageValues, page: Page, count: Value): void {
  if (part.is === 'text') page.text += part.text
  else if (part.is === 'count') writeNumber(count, page)
  else if (part.is === 'value') writeValue(values[part.name] ?? '', part.isNumber, page)
  else {
    const { isPlural, cases } = part
    const value = values[part.name] ?? ''
    const counted = isPlural ? value : count
    const key = isPlural ? `=${numberIn(value, page)}` : plainText(value, page)
    const form = isPlural ? cases.get(selectForm(numberIn(value, page), page.language)) : undefined
    writeParts(cases.get(key) ?? form ?? cases.get('other') ?? [], values, page, counted)
  }
}

function writeValue(value: Value, isNumber: boolean, page: Page): void {
  if (isNumber) writeNumber(value, page)
  else if (typeof value === 'object') write(value, page)
  else page.text += String(value)
}

function writeNumber(value: Value, page: Page): void {
  const sources = typeof value === 'object' ? value.sources : undefined
  asFigure(sources, page, () => {
    page.text += formatNumber(numberIn(value, page), page.language)
  })
}

function asFigure(sources: Message['sources'], page: Page, writeText: () => void): void {
  const { length: start } = page.text
  const { length: known } = page.figures
  writeText()
  if (sources === undefined || page.text.length === start) return
  page.figures.splice(known, Infinity, { start, end: page.text.length, sources })
}

function plainText(value: Value, { language }: Page): string {
  return typeof value === 'object' ? formatMessage(value, language) : String(value)
}

function numberIn(value: Value, page: Page): number {
  return Number(plainText(value, page))
}

function formatNumber(number: number, language: string): string {
  const format = numbersOf.get(language) ?? new Intl.NumberFormat(language)
  numbersOf.set(language, format)
  return format.format(number)
}

function selectForm(number: number, language: string): Intl.LDMLPluralRule {
  const rules = pluralsOf.get(language) ?? new Intl.PluralRules(language)
  pluralsOf.set(language, rules)
  return rules.select(number)
}

class PatternReader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  read(): Part[] {
    const parts = this.#readParts(false)
    return this.#at < this.#pattern.length ? this.#fail() : parts
  }

  #readParts(inPlural: boolean): Part[] {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !this.#isNext('}')) {
      if (this.#isNext('{')) parts.push(this.#readValue(inPlural))
      else if (inPlural && this.#isNext('#')) {
        this.#take(/#/y)
        parts.push({ is: 'count' })
      } else parts.push({ is: 'text', text: this.#readText(inPlural) })
    }
    return parts
  }

  /** An apostrophe quotes only before a sign with a meaning; two of them are one. */
  #readText(inPlural: boolean): string {
    if (!this.#isNext("'")) return this.#take(inPlural ? /[^'{}#]+/y : /[^'{}]+/y)
    if (this.#isNext("''")) return this.#take(/''/y).slice(1)
    const quoted = this.#pattern.slice(this.#at + 1, this.#at + 2)
    if (!'{}'.includes(quoted) && !(inPlural && quoted === '#')) return this.#take(/'/y)
    return this.#take(/'(?:[^']|'')*(?:'|$)/y)
      .replace(/^'|'$/g, '')
      .replaceAll("''", "'")
  }

  #readValue(inPlural: boolean): Part {
    this.#take(/\{\s*/y)
    const name = this.#take(/\w+/y)
    const kind = this.#take(/\s*(?:,\s*(?:number|plural|select)\s*)?/y)
      .replace(/^[\s,]+/, '')
      .trim()
    if (kind === '' || kind === 'number') {
      this.#take(/\}/y)
      return { is: 'value', name, isNumber: kind === 'number' }
    }
    const isPlural = kind === 'plural'
    const cases = new Map<string, Part[]>()
    this.#take(/,\s*/y)
    while (!this.#isNext('}')) {
      const key = this.#take(/(?:=\d+|\w+)\s*(?=\{)/y).trim()
      this.#take(/\{/y)
      cases.set(key, this.#readParts(isPlural || inPlural))
      this.#take(/\}\s*/y)
    }
    this.#take(/\}/y)
    return cases.has('other') ? { is: 'choice', name, isPlural, cases } : this.#fail()
  }

  #isNext(sign: string): boolean {
    return this.#pattern.startsWith(sign, this.#at)
  }

  /** Reads what a sticky expression matches. */
  #take(expected: RegExp): string {
    expected.lastIndex = this.#at
    const found = expected.exec(this.#pattern)?.[0] ?? this.#fail()
    this.#at += found.length
    return found
  }

  #fail(): never {
    throw new SyntaxError(`This message pattern is not valid at character ${this.#at}: ${this.#pattern}`)
  }
}

import type { TextFigure } from '@parlance/contract'
import type { Grounding } from '../grounding.ts'
import { numbersIn } from '../numbers.ts'
import { asRead } from '../plain-text.ts'
import { contradictionOf, type Mention } from './claims.ts'
import { formatFigure } from './format.ts'
import { RowNames } from './names.ts'
import { longestReference, parseReference, type Reference } from './notation.ts'
import { resolveReference, type Figure, type FigureSource } from './resolve.ts'
import { SentenceSplitter } from './sentences.ts'
import type { Step } from './step.ts'
import type { KnownWords } from './unknown-names.ts'
import { followsFromNamedRows, isBrokenBound, typedMentions } from './typed.ts'

/** What an answer says after its references were filled in. */
export interface CheckedText {
  text: string
  figures: TextFigure[]
  /** How many sentences were left out. */
  omitted: number
  /** Those of them with references that could not be filled in, each with the reason, in words for the model. */
  unresolved: string[]
}

export interface AnswerTextOptions {
  steps: readonly Step[]
  /** What a sentence may type in a text that uses references: numbers and dates of the conversation. */
  words: Grounding
  /** What a sentence may type in a text that uses none: also numbers of the rows. */
  rows: Grounding
  /** Names that a sentence may type. */
  known: KnownWords
  /** Receives each sentence as soon as it is certain. */
  emit: (text: string) => void
}

/**
 * Fills in the references of a streamed answer and leaves out each sentence that is not certain: with a reference that
 * can't be filled in, a typed figure, or a claim that the rows contradict. A sentence with typed figures waits until it
 * is clear whether the text uses references at all; if it doesn't, typed figures are looked for in the rows.
 */
export class AnswerText {
  readonly #splitter = new SentenceSplitter()
  readonly #options: AnswerTextOptions
  readonly #names: RowNames
  readonly #waiting: string[] = []
  readonly #unresolved: string[] = []
  #omitted = 0
  readonly #figures: TextFigure[] = []
  #text = ''
  #usesReferences = false
  #isEnding = false
  #references = 0

  constructor(options: AnswerTextOptions) {
    this.#options = options
    this.#names = new RowNames(options.steps)
  }

  push(delta: string): void {
    for (const sentence of this.#splitter.push(delta)) this.#take(sentence)
  }

  /** @returns the whole answer; its text is empty if nothing that it says about the rows was certain */
  end(): CheckedText {
    const { steps, emit } = this.#options
    const shown = this.#text.length
    this.#isEnding = true
    for (const sentence of this.#splitter.rest()) this.#take(sentence)
    for (const sentence of this.#waiting.splice(0)) this.#judge(sentence)
    const text = this.#text.trimEnd()
    const { unresolved, omitted } = { unresolved: this.#unresolved, omitted: this.#omitted }
    // What is left may be “Well done.”, or the line before a list that was left out.
    const isEmpty = omitted > 0 && (steps.length === 0 || text.endsWith(':') || !this.#saysFigures(text))
    if (isEmpty) return { text: '', figures: [], omitted, unresolved }
    if (text.length > shown) emit(this.#text.slice(shown))
    return { text, figures: this.#figures, omitted, unresolved }
  }

  #saysFigures(text: string): boolean {
    return this.#figures.length > 0 || /\p{N}/u.test(text) || this.#names.in(text).length > 0
  }

  #take(sentence: string): void {
    if (hasReference(sentence)) {
      this.#usesReferences = true
      for (const earlier of this.#waiting.splice(0)) this.#judge(earlier)
    }
    const isCertain = this.#usesReferences || this.#options.words.ungrounded(sentence).length === 0
    if (isCertain && this.#waiting.length === 0) this.#judge(sentence)
    else this.#waiting.push(sentence)
  }

  #judge(given: string): void {
    const sentence = this.#text === '' ? given.trimStart() : given
    const count = sentence.split('{').length - 1
    this.#references += count
    const isTooMany = count > mostInSentence || this.#references > mostInAnswer
    const filled = isTooMany ? { error: 'Too many references.' } : fillIn(sentence, this.#options.steps)
    if ('error' in filled) {
      this.#omitted++
      this.#unresolved.push(`${sentence.trim()} (${filled.error})`)
      return
    }
    const isTrue = this.#usesReferences ? this.#isSupported(filled) : this.#isInRows(filled.text)
    if (!isTrue || this.#namesNothingKnown(filled)) {
      this.#omitted++
      return
    }
    const from = this.#text.length
    for (const { start, end, sources } of filled.mentions) {
      this.#figures.push({ start: from + start, end: from + end, sources })
    }
    this.#text += filled.text
    if (!this.#isEnding) this.#options.emit(filled.text)
  }

  #isSupported({ text, typed, mentions }: FilledSentence): boolean {
    if (this.#options.words.ungrounded(typed).length > 0) return false
    return contradictionOf({ text, mentions, names: this.#names.in(text), steps: this.#options.steps }) === null
  }

  /** Without rows, the whole answer is marked instead. */
  #namesNothingKnown({ typed }: FilledSentence): boolean {
    return this.#options.steps.length > 0 && this.#options.known.unknownIn(typed).length > 0
  }

  /** The fallback for a model that ignores the notation: each typed figure must be in the rows, or follow from them. */
  #isInRows(sentence: string): boolean {
    const { steps, rows, words } = this.#options
    const text = asRead(sentence)
    const names = this.#names.in(text)
    const { numbers, others } = rows.check(text)
    if (others.length > 0 || !numbers.every((one) => followsFromNamedRows(one, { text, names, steps }))) return false
    const all = numbersIn(text)
    if (all.some((one) => isBrokenBound(one, { text, names, steps }))) return false
    const free = new Set(all.map(({ index }) => index))
    for (const { index } of words.check(text).numbers) free.delete(index)
    const mentions = typedMentions({ text, names, steps }, ({ index }) => free.has(index))
    return contradictionOf({ text, mentions, names, steps }) === null
  }
}

interface FilledSentence {
  text: string
  /** The same without the figures that were filled in. */
  typed: string
  mentions: (Mention & { sources: FigureSource[] })[]
}

/** References in one sentence and in one answer. More make no sentence that anyone reads, but take long to compute. */
const mostInSentence = 60
const mostInAnswer = 200

const referencePattern = /\{([^{}]*)\}/g

function hasReference(sentence: string): boolean {
  return sentence.includes('{')
}

function fillIn(sentence: string, steps: readonly Step[]): FilledSentence | { error: string } {
  let text = ''
  let typed = ''
  let copied = 0
  const mentions: FilledSentence['mentions'] = []
  for (const { 0: written, 1: inside = '', index } of sentence.matchAll(referencePattern)) {
    const read = inside.length > longestReference ? { error: 'The reference is too long.' } : parseReference(inside)
    if ('error' in read) return { error: `${written}: ${read.error}` }
    const figure = resolveReference(read.reference, steps)
    if ('error' in figure) return { error: `${written}: ${figure.error}` }
    const before = sentence.slice(copied, index)
    const isSigned = comparesFigures(read.reference)
    const shown = formatFigure(isSigned ? withoutSpokenSign(figure, sentence) : figure, read.style)
    text += before
    typed += `${before}${' '.repeat(shown.length)}`
    mentions.push({ ...mentionOf(figure), isSigned, start: text.length, end: text.length + shown.length })
    text += shown
    copied = index + written.length
  }
  const rest = sentence.slice(copied)
  if (/[{}]/.test(rest)) return { error: 'A reference is not closed.' }
  return { text: text + rest, typed: typed + rest, mentions }
}

function comparesFigures(reference: Reference): boolean {
  return reference.is === 'diff' || reference.is === 'change'
}

const spokenDirection =
  /\b(?:fell|fall|falls|fallen|dropp?|dropped|declined?|decreased?|shrank|down|lower|less|fewer|lost|behind)\b/i

/** “fell by 5%”, not “fell by -5%”: the word has the sign. Whether it is the right word is checked with the other claims. */
function withoutSpokenSign(figure: Figure, sentence: string): Figure {
  if (figure.value === null || figure.value.gte(0) || !spokenDirection.test(sentence)) return figure
  return { ...figure, value: figure.value.abs() }
}

function mentionOf({
  kind,
  value,
  sources,
  column,
}: Figure): Omit<FilledSentence['mentions'][number], 'start' | 'end' | 'isSigned'> {
  const [first] = sources
  const rows = [...new Set(sources.flatMap((one) => one.rows ?? []))]
  return {
    kind,
    value,
    step: first?.step ?? '',
    column: column?.index ?? first?.column ?? null,
    rows: rows.length === 0 ? null : rows,
    sources,
  }
}

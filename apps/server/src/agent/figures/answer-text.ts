import type { TextFigure } from '@parlance/contract'
import type { Grounding } from '../grounding.ts'
import { fillIn } from './fill-in.ts'
import { SentenceJudge } from './judge-sentence.ts'
import { SentenceSplitter } from './sentences.ts'
import type { Step } from './step.ts'
import type { KnownWords } from './unknown-names.ts'
import { referencesIn } from './find-references.ts'

/** What an answer says after its references were filled in. */
export interface CheckedText {
  text: string
  figures: TextFigure[]
  /** Whether it states a figure or names a row. */
  hasFindings: boolean
  /** How many sentences were left out. */
  omitted: number
  /** Those of them with references that could not be filled in, each with the reason, in words for the model. */
  unresolved: string[]
  /** Those of them that the rows don't prove, in the same form. */
  unproven: string[]
}

export interface AnswerTextOptions {
  steps: readonly Step[]
  /** What a sentence may repeat although no row has it: numbers and dates of the conversation. */
  words: Grounding
  /** Names that a sentence may type. */
  known: KnownWords
  /** Receives each sentence as soon as it is certain. */
  emit: (text: string) => void
}

/** References in one sentence and in one answer. More make no sentence that anyone reads, but take long to compute. */
const mostInSentence = 60
const mostInAnswer = 200
/** Sentences of one answer that are compared with the rows; later ones are left out. */
export const mostSentences = 600

/**
 * Fills in the references of a streamed answer and leaves out each sentence that is not certain: with a reference that
 * can't be filled in, a typed figure that doesn't follow from the rows, or a claim that they contradict.
 */
export class AnswerText {
  readonly #splitter = new SentenceSplitter()
  readonly #options: AnswerTextOptions
  readonly #judge: SentenceJudge
  readonly #unresolved: string[] = []
  readonly #unproven: string[] = []
  #omitted = 0
  readonly #figures: TextFigure[] = []
  #text = ''
  #isEnding = false
  #references = 0
  #sentences = 0

  constructor(options: AnswerTextOptions) {
    this.#options = options
    this.#judge = new SentenceJudge(options)
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
    const text = this.#text.trimEnd()
    const left = { omitted: this.#omitted, unresolved: this.#unresolved, unproven: this.#unproven }
    // What is left may be “Well done.”, or the line before a list that was left out.
    const hasFindings = this.#saysFigures(text)
    const isEmpty = left.omitted > 0 && (steps.length === 0 || text.endsWith(':') || !hasFindings)
    if (isEmpty) return { text: '', figures: [], hasFindings: false, ...left }
    if (text.length > shown) emit(this.#text.slice(shown))
    return { text, figures: this.#figures, hasFindings, ...left }
  }

  #saysFigures(text: string): boolean {
    return this.#figures.length > 0 || /\p{N}/u.test(text) || this.#judge.namesRows(text)
  }

  #take(given: string): void {
    const sentence = this.#text === '' ? given.trimStart() : given
    const { steps, emit } = this.#options
    if (++this.#sentences > mostSentences) {
      this.#omitted++
      return
    }
    const count = referencesIn(sentence).length
    this.#references += count
    const isTooMany = count > mostInSentence || this.#references > mostInAnswer
    const filled = isTooMany ? { error: 'Too many references.' } : fillIn(sentence, steps)
    if ('error' in filled) {
      this.#omitted++
      this.#unresolved.push(withReason(sentence, filled.error))
      return
    }
    const problem = this.#judge.problemOf(sentence)
    if (problem !== null) {
      this.#omitted++
      this.#unproven.push(withReason(sentence, problem))
      return
    }
    const from = this.#text.length
    for (const { start, end, figure } of filled.figures) {
      this.#figures.push({ start: from + start, end: from + end, sources: figure.sources })
    }
    this.#text += filled.text
    if (!this.#isEnding) emit(filled.text)
  }
}

function withReason(sentence: string, reason: string): string {
  return `${sentence.trim()} (${reason})`
}

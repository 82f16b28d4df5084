import type { TextFigure } from '@parlance/contract'
import type { Grounding } from '../grounding.ts'
import { fillIn, type FilledSentence } from './fill-in.ts'
import { matchesIn } from '../../lib/matches-in.ts'
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
  /** Whether the sentence before was left out. */
  #isAfterGap = false

  constructor(options: AnswerTextOptions) {
    this.#options = options
    this.#judge = new SentenceJudge(options)
  }

  push(delta: string): void {
    for (const sentence of this.#splitter.push(delta)) this.#takeNext(sentence)
  }

  /** @returns the whole answer; its text is empty if nothing that it says about the rows was certain */
  end(): CheckedText {
    const { steps, emit } = this.#options
    const shown = this.#text.length
    this.#isEnding = true
    for (const sentence of this.#splitter.rest()) this.#takeNext(sentence)
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

  #takeNext(given: string): void {
    const omitted = this.#omitted
    this.#take(given)
    if (given.trim() !== '') this.#isAfterGap = this.#omitted > omitted
  }

  #take(given: string): void {
    const sentence = this.#text === '' ? given.trimStart() : given
    const { steps } = this.#options
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
    const problem = this.#problemOf(sentence)
    if (problem === null) return this.#show(filled)
    this.#omitted++
    this.#unproven.push(withReason(sentence, problem))
    // “…, while B fell”: the rest stands without it.
    const head = headsOf(sentence).find((one) => this.#problemOf(one) === null)
    const filledHead = head === undefined ? null : fillIn(head, steps)
    if (filledHead !== null && !('error' in filledHead)) this.#show(filledHead)
  }

  #problemOf(sentence: string): string | null {
    const refersToGap = this.#isAfterGap && refersBack.test(sentence)
    return refersToGap ? 'It refers to the sentence before, which was left out.' : this.#judge.problemOf(sentence)
  }

  #show(filled: FilledSentence): void {
    const from = this.#text.length
    for (const { start, end, figure } of filled.figures) {
      this.#figures.push({ start: from + start, end: from + end, sources: figure.sources })
    }
    this.#text += filled.text
    if (!this.#isEnding) this.#options.emit(filled.text)
  }
}

/** Where a sentence may end earlier: what follows doesn't limit what comes before. */
const additions =
  /;\s|,\s(?=(?:while|whereas|although|though|even though|während|wobei|obwohl|mientras que|aunque|tandis que|alors que|bien que|mentre|enquanto|and (?:it|they|he|she|this|these))(?!\p{L}))/giu
/** A part that is shorter says nothing on its own. */
const shortestHead = 20
const mostHeads = 3

/** The sentence without its last addition, without the last two, and so on. */
function headsOf(sentence: string): string[] {
  const references = referencesIn(sentence)
  const space = sentence.slice(sentence.trimEnd().length)
  const isList = sentence.includes(':') || sentence.split(';').length > 2
  return matchesIn(sentence, additions)
    .filter(({ 0: mark, index }) => index >= shortestHead && !(isList && mark.startsWith(';')))
    .filter(({ index }) => !references.some(({ start, end }) => index > start && index < end))
    .map(({ index }) => `${sentence.slice(0, index)}.${space}`)
    .toReversed()
    .slice(0, mostHeads)
}

/** The most characters of a sentence, and of the reason why it was left out, that a model gets back. */
const longestSentence = 400
const longestReason = 200

/** A reason may quote the sentence again, so each is shortened on its own: the reason is what helps. */
function withReason(sentence: string, reason: string): string {
  return `${shorten(sentence.trim(), longestSentence)} (${shorten(reason, longestReason)})`
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)} …` : text
}

/**
 * “They are from Spain.”: without the sentence before it, a reader would take another one for what it is about.
 * “It is worth noting”, “This year”, and “That said” are about nothing before them.
 */
const refersBack =
  /^[\s*_>-]*(?:(?:it|they|he|she)(?!['’]?s? (?:is |was )?(?:worth|important|possible|likely|clear|notable|appears?|seems?|looks?)(?!\p{L}))|its|their|his|her|(?:this|that|these|those)(?! (?:said|means?|year|month|week|quarter|answer|question|result|data)(?!\p{L}))|both (?:are|were|have|had|of)|of (?:these|those|them)|together,? they|sie (?:sind|waren|haben|hatten|ist|war|hat)|er (?:ist|war|hat)|das (?:ist|war|sind|waren)|davon|dies(?:e|er|es)? (?:ist|war|sind|waren)|es (?:ist|war) (?:der|die|das|ein)|ellos|ellas|esto|eso|ambos|ambas|ils|elles|cela|ceci)(?!\p{L})/iu

import type { Grounding } from './grounding.ts'

/**
 * Releases a streamed text sentence by sentence, each only after its numbers were found in the result. After the first
 * sentence that fails, nothing more is released, so everything on the screen is true.
 */
export class GroundedStream {
  readonly #grounding: Grounding
  readonly #emit: (text: string) => void
  #waiting = ''
  #whole = ''
  #failed = false

  constructor(grounding: Grounding, emit: (text: string) => void) {
    this.#grounding = grounding
    this.#emit = emit
  }

  /** Everything received so far, released or not. */
  get whole(): string {
    return this.#whole
  }

  push(delta: string): void {
    this.#whole += delta
    if (this.#failed) return
    const from = Math.max(0, this.#waiting.length - 1)
    this.#waiting += delta
    const end = endOfSentences(this.#waiting, from)
    if (end > 0) this.#release(end)
  }

  /** @returns the numbers of the whole text that aren't in the result; empty if all of it was released */
  end(): string[] {
    if (!this.#failed && this.#waiting !== '') this.#release(this.#waiting.length)
    return this.#grounding.ungrounded(this.#whole)
  }

  #release(end: number): void {
    const piece = this.#waiting.slice(0, end)
    this.#failed = this.#grounding.ungrounded(piece).length > 0
    if (this.#failed) return
    this.#waiting = this.#waiting.slice(end)
    this.#emit(piece)
  }
}

const sentenceEnd = /[.!?:;](?=\s)\s|\n|(?<!\d),\s/g

/** A sentence ends at a mark followed by a space, never inside '1.5' or at a mark whose next character is missing. */
function endOfSentences(text: string, from: number): number {
  let end = 0
  sentenceEnd.lastIndex = from
  // Also resets where the next search begins.
  for (let match = sentenceEnd.exec(text); match; match = sentenceEnd.exec(text)) end = match.index + match[0].length
  return end
}

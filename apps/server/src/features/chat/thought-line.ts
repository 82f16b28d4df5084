import { withoutHiddenSigns } from '@parlance/contract'

/** The shortest time between two lines, in milliseconds. */
const pauseMs = 500
const longestLine = 200
/** An unchanged line is shown again after this many pauses. */
const repeatAfter = 4

/**
 * Passes on the current line of a model's thinking, at most twice a second, until something else happens. Repeats a line
 * that doesn't change, because an earlier event may arrive after it and remove it, and because a page may connect later.
 */
export class ThoughtLine {
  readonly #show: (line: string) => void
  #waiting = ''
  #shown = ''
  #pause: NodeJS.Timeout | null = null
  #quietPauses = 0

  constructor(show: (line: string) => void) {
    this.#show = show
  }

  think(line: string): void {
    const safe = withoutHiddenSigns(line).slice(0, longestLine).toWellFormed().trim()
    if (safe === '') return
    this.#waiting = safe
    if (!this.#pause) this.#pass()
  }

  /** Forgets the line, because the turn has gone on. */
  clear(): void {
    this.#waiting = ''
    this.#shown = ''
  }

  #pass(): void {
    this.#pause = null
    if (this.#waiting === '') return
    this.#pause = setTimeout(() => this.#pass(), pauseMs).unref()
    this.#quietPauses = this.#waiting === this.#shown ? this.#quietPauses + 1 : 0
    if (this.#quietPauses % repeatAfter > 0) return
    this.#shown = this.#waiting
    this.#show(this.#shown)
  }
}

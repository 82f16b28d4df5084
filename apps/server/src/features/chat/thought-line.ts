import { withoutHiddenSigns } from '@parlance/contract'

/** The shortest time between two lines, in milliseconds. */
const pauseMs = 500
const longestLine = 200

/** Passes on the current line of a model's thinking, at most twice a second, until something else happens. */
export class ThoughtLine {
  readonly #show: (line: string) => void
  #waiting = ''
  #shown = ''
  #pause: NodeJS.Timeout | null = null

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
    if (this.#waiting === '' || this.#waiting === this.#shown) return
    this.#shown = this.#waiting
    this.#pause = setTimeout(() => this.#pass(), pauseMs).unref()
    this.#show(this.#shown)
  }
}

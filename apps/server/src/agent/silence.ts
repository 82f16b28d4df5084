/** Gives up on a model that goes silent while its socket stays open. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.#controller.abort(new DOMException('The model stopped sending', 'TimeoutError'))
    }, milliseconds)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  heard(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

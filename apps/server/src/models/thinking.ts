/** Marks around the thinking in a model's text. */
const marks: [open: string, close: string][] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
]
/** Marks that begin thinking. */
export const thinkingMarks = marks.map(([open]) => open)

/** What a model wrote, without its thinking. */
export function withoutThinking(written: string): string {
  let text = written
  for (const [open, close] of marks) {
    for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close)) {
      // Some servers send the first mark as part of the prompt, so the text before the last mark is thinking, too.
      const from = text.lastIndexOf(open, at)
      text = `${from < 0 ? '' : text.slice(0, from)}${text.slice(at + close.length)}`
    }
    const unclosed = text.indexOf(open)
    if (unclosed >= 0) text = text.slice(0, unclosed)
  }
  return text === written ? text : text.trimStart()
}

const longestMark = Math.max(...marks.flat().map((mark) => mark.length))

/** Finds the thinking in a text that grows, and reads each piece of it once. */
export class OpenThinking {
  #read = 0
  /** Where each kind of mark begins and ends thinking for the last time; -1 if it doesn't. */
  readonly #places = marks.map(() => ({ opened: -1, closed: -1 }))

  /**
   * @param written the whole text, which begins as it did in the last call
   * @returns the thinking at its end that no mark has ended yet; empty if there is none
   */
  openIn(written: string): string {
    const from = Math.max(0, this.#read - longestMark)
    const added = written.slice(from)
    this.#read = written.length
    for (const [at, [open, close]] of marks.entries()) {
      const place = this.#places[at]
      if (!place) continue
      const [opened, closed] = [added.lastIndexOf(open), added.lastIndexOf(close)]
      if (opened >= 0) place.opened = from + opened
      if (closed >= 0) place.closed = from + closed
    }
    const at = this.#places.findIndex(({ opened, closed }) => opened >= 0 && closed < opened)
    const place = this.#places[at]
    return place ? written.slice(place.opened + (marks[at]?.[0].length ?? 0)) : ''
  }
}

/** Whether a text has marks of thinking. */
export function hasThinking(written: string): boolean {
  return marks.flat().some((mark) => written.includes(mark))
}

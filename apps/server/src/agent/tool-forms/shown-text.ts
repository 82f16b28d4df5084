import { mayBeStatement } from './statement.ts'
import { thinkingMarks } from '../../models/thinking.ts'

/** Marks that begin a tool call in a text. */
const callMarks = ['<tool_call', '<function', '<|python_tag|>', '[TOOL_', '<｜tool', '```', '{"']

const marks = [...thinkingMarks, ...callMarks]
const longestMark = Math.max(...marks.map((mark) => mark.length))
const firstLetters = new Set(marks.map((mark) => mark[0]))

/**
 * What can be shown of a text while it arrives: everything before the first mark of thinking or of a tool call, and
 * nothing of a statement. The rest waits for the end.
 */
export class ShownText {
  #written = ''
  #shown = 0
  #isHeld = false

  /** @returns what to show now */
  push(delta: string): string {
    this.#written += delta
    if (this.#isHeld || (this.#shown === 0 && mayBeStatement(this.#written))) return ''
    const found = firstMark(this.#written, Math.max(0, this.#shown - longestMark))
    this.#isHeld = found !== null
    const end = found ?? this.#written.length - beginningOfMark(this.#written)
    return this.#upTo(Math.max(end, this.#shown))
  }

  #upTo(end: number): string {
    const text = this.#written.slice(this.#shown, end)
    this.#shown = end
    return text
  }

  /** @returns how much of the final text was shown */
  get shown(): number {
    return this.#shown
  }
}

function firstMark(text: string, from: number): number | null {
  const places = marks.map((mark) => text.indexOf(mark, from)).filter((at) => at >= 0)
  return places.length === 0 ? null : Math.min(...places)
}

/** The length of a mark's beginning at the end of a text; 0 if it ends with none. */
function beginningOfMark(text: string): number {
  for (let length = Math.min(longestMark - 1, text.length); length > 0; length--) {
    if (!firstLetters.has(text.at(-length))) continue
    const end = text.slice(-length)
    if (marks.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}

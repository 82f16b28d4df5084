import type { AnswerReader } from './form.ts'

/** The beginning of an answer in JSON, up to its text. */
const head = /^\s*(?:```(?:json)?\s*)?\{\s*"action"\s*:\s*"answer"\s*,\s*"arguments"\s*:\s*\{\s*"text"\s*:\s*"/
/** More characters than a head has, unless it is padded. */
const longestHead = 200
/** Complete characters and escapes of a JSON string. A first half of a surrogate pair waits for the second one. */
const complete = /^(?:[^"\\]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[0-9a-fA-F]{4}\\u[0-9a-fA-F]{4}|\\[^u])+/
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Reads the text of `{"action": "answer", "arguments": {"text": "…"}}` while it arrives. */
export class AnswerInJson implements Pick<AnswerReader, 'push'> {
  /** What was written and isn't read yet. */
  #rest = ''
  #state: 'before' | 'inside' | 'after' = 'before'

  /** Whether what was written is an answer. */
  get isAnswer(): boolean {
    return this.#state !== 'before'
  }

  push(delta: string): string {
    if (this.#state === 'after') return ''
    this.#rest += delta
    if (this.#state === 'before' && !this.#enter()) return ''
    const [found = ''] = complete.exec(this.#rest) ?? []
    this.#rest = this.#rest.slice(found.length)
    if (this.#rest.startsWith('"')) this.#state = 'after'
    return unescaped(found)
  }

  #enter(): boolean {
    const found = head.exec(this.#rest.slice(0, longestHead))
    if (!found) return false
    this.#rest = this.#rest.slice(found[0].length)
    this.#state = 'inside'
    return true
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_all, code?: string, character = '') =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

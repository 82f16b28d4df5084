import { message } from '@parlance/contract'
import { FileError, type Place } from './file-error.ts'

/** YAML takes several times longer to read than JSON. */
export const fileLimits = { jsonBytes: 5_000_000, yamlBytes: 2_000_000, depth: 60, parts: 400_000 }

const place = (text: string, at: number): Place => ({ path: '', line: text.slice(0, at).split('\n').length })

/**
 * Refuses a text that is too large or has bytes that no text file has, before anything parses it.
 * @throws FileError
 */
export function checkText(text: string, isJson: boolean): void {
  if (text.trim() === '') throw new FileError(message('The file is empty. Choose another file.'), null)
  const most = isJson ? fileLimits.jsonBytes : fileLimits.yamlBytes
  if (new TextEncoder().encode(text).length > most) {
    const values = { limit: most / 1_000_000 }
    const tooLarge = isJson
      ? message('The file is larger than {limit, number} MB. Split it, or export fewer definitions.', values)
      : message('A YAML file can have up to {limit, number} MB. Split it, or save it as JSON.', values)
    throw new FileError(tooLarge, null)
  }
  const replaced = text.indexOf('\uFFFD')
  if (replaced >= 0 || text.includes('\0')) {
    const binary = message('This is not a text file in UTF-8. Choose a YAML or JSON file.')
    throw new FileError(binary, place(text, replaced >= 0 ? replaced : text.indexOf('\0')))
  }
  const control = text.search(controlCharacters)
  if (control >= 0) throw new FileError(controlText, place(text, control))
}

/** @throws FileError if a value that was written with escapes contains a control character */
export function checkValue(value: string, at: Place): string {
  if (controlCharacters.test(value)) throw new FileError(controlText, at)
  return value
}

const controlCharacters = /(?![\t\r\n])\p{Cc}/u
const controlText = message('The text contains a control character. Remove it.')

/** Counts the parts of a file while it is read, and watches its depth and its keys. */
export class FileWatch {
  #parts = 0

  /** @throws FileError */
  add(depth: number, at: Place): void {
    if (depth > fileLimits.depth) {
      const { depth: limit } = fileLimits
      throw new FileError(message('The file has more than {limit, number} levels. Reduce its nesting.', { limit }), at)
    }
    if (++this.#parts <= fileLimits.parts) return
    const { parts: limit } = fileLimits
    throw new FileError(message('The file has more than {limit, number} values. Split it.', { limit }), at)
  }

  /** @throws FileError */
  checkKey(key: string, entries: ReadonlyMap<string, unknown>, at: Place): void {
    checkValue(key, at)
    if (key === '__proto__') throw new FileError(message('The key {key} is not allowed. Remove it.', { key }), at)
    if (entries.has(key)) {
      throw new FileError(message('The key {key} is used twice. Remove one of them.', { key }), at)
    }
  }
}

/** The same for a parser that gives up on deep nesting. */
export function tooDeep(at: Place | null): FileError {
  const { depth: limit } = fileLimits
  return new FileError(message('The file has more than {limit, number} levels. Reduce its nesting.', { limit }), at)
}

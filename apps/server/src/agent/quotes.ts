/** Limit on comparisons with one text. Candidates after it aren't treated as quotes, so their numbers need a source. */
const comparisonLimit = 200_000
const keyLength = 2

/** Texts with digits that aren't numbers, such as 'iPhone 15'. An answer may quote them verbatim. */
export class Quotes {
  readonly #texts = new Set<string>()
  /** Lengths of the texts that begin with the same letters, longest first. */
  readonly #lengths = new Map<string, number[]>()

  add(quote: string): void {
    const text = lowerCase(quote.trim())
    if (text.length < keyLength || this.#texts.has(text)) return
    this.#texts.add(text)
    const key = text.slice(0, keyLength)
    const lengths = this.#lengths.get(key) ?? []
    if (lengths.length === 0) this.#lengths.set(key, lengths)
    const at = lengths.findIndex((length) => length <= text.length)
    if (at < 0) lengths.push(text.length)
    else if (lengths[at] !== text.length) lengths.splice(at, 0, text.length)
  }

  /** Replaces each quote with spaces in one pass over the text, regardless of the number of quotes. */
  takeOut(text: string): string {
    const lower = lowerCase(text)
    const isInside = insidesOfWords(lower)
    let left = comparisonLimit
    let rest = ''
    let copied = 0
    for (let at = 0; at < lower.length && left > 0; at++) {
      if (isInside[at] === 1) continue
      for (const length of this.#lengths.get(lower.slice(at, at + keyLength)) ?? []) {
        const end = at + length
        if (end > lower.length || isInside[end] === 1) continue
        if (left-- <= 0) break
        if (!this.#texts.has(lower.slice(at, end))) continue
        rest += text.slice(copied, at) + ' '.repeat(length)
        copied = end
        at = end - 1
        break
      }
    }
    return rest + text.slice(copied)
  }
}

/** Lowercases without moving letters: 'İ' would become two. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** Marks the positions between two letters or digits, where no quote begins or ends. */
function insidesOfWords(text: string): Uint8Array {
  const inside = new Uint8Array(text.length + 1)
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) inside.fill(1, index + 1, index + word.length)
  return inside
}

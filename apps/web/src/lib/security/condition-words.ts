/** The part of a text that is being typed: from `start` to the caret. */
export interface TypedWord {
  start: number
  word: string
}

/**
 * The name, parameter, or metric in braces that ends at the caret; null inside quoted text, or if no word is being
 * typed.
 */
export function typedWord(text: string, caret: number): TypedWord | null {
  const before = text.slice(0, caret)
  if (isQuoted(before)) return null
  const brace = before.lastIndexOf('{')
  if (brace > before.lastIndexOf('}')) return { start: brace, word: before.slice(brace) }
  const typed = /(?<![\p{L}\p{N}_.$:])[\p{L}\p{N}_.$:]+$/u.exec(before)?.[0] ?? ''
  const word = typed.replace(/^[\p{N}.$]+/u, '')
  return word === '' ? null : { start: caret - word.length, word }
}

/** Replaces the typed text with a name; `caret` is where typing continues. */
export function replaceWord(
  text: string,
  caret: number,
  typed: TypedWord,
  name: string,
): { text: string; caret: number } {
  // A closing brace after the caret already belongs to the name.
  const rest = name.endsWith('}') && text[caret] === '}' ? text.slice(caret + 1) : text.slice(caret)
  return { text: text.slice(0, typed.start) + name + rest, caret: typed.start + name.length }
}

/** Replaces the selected text with a name, with a space before it if it would touch a word. */
export function replaceSelection(
  text: string,
  start: number | null,
  end: number | null,
  name: string,
): { text: string; caret: number } {
  const from = start ?? text.length
  const before = text.slice(0, from)
  const added = before === '' || /[\s(]$/.test(before) ? name : ` ${name}`
  return { text: before + added + text.slice(end ?? from), caret: from + added.length }
}

/** The known names that match the input: an equal one first, then those that begin with it; empty if it already is one of them. */
export function fittingNames(names: readonly string[], typed: string, atMost: number): string[] {
  const wanted = typed.toLowerCase()
  const first: string[] = []
  const second: string[] = []
  for (const name of names) {
    const place = name.toLowerCase().indexOf(wanted)
    if (place === 0 && name.length === wanted.length) first.unshift(name)
    else if (place === 0 && first.length < atMost) first.push(name)
    else if (place > 0 && second.length < atMost) second.push(name)
  }
  const found = [...first, ...second].slice(0, atMost)
  return found.length === 1 && found[0] === typed ? [] : found
}

/** Column names with their table in front. */
export function qualified(table: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${table}.${column}`)
}

function isQuoted(before: string): boolean {
  return (before.split("'").length - 1) % 2 === 1
}

export type JsonObject = Record<string, unknown>

export interface FoundObject {
  value: JsonObject
  start: number
  end: number
}

/** How many places one text is searched in, so that nested braces cost no more than a few passes. */
const mostPlaces = 40

/** The JSON objects in a text, without those inside others. */
export function* objectsIn(text: string): Generator<FoundObject> {
  let from = 0
  for (let place = 0; place < mostPlaces; place++) {
    const start = text.indexOf('{', from)
    if (start < 0) return
    const end = endOfObject(text, start)
    const value = end === null ? null : parseObject(text.slice(start, end))
    if (value !== null && end !== null) yield { value, start, end }
    from = value !== null && end !== null ? end : start + 1
  }
}

/** The JSON object that a text is; null if it isn't one. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where the object that begins at `start` ends; null if it isn't closed. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at++
      else if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return null
}

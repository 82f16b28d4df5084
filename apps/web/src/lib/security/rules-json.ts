/** A parsed JSON text with the places of its parts. */
export interface ReadJson {
  value: unknown
  /** Where a value starts, by its path. */
  placeOf: (path: readonly PropertyKey[]) => number | null
  /** The places of duplicate keys: parsing keeps only the last value. */
  repeatedKeys: number[]
}

/** Parses JSON; if it is invalid, `place` is the 0-based offset of the first unexpected character. */
export function readJson(text: string): ReadJson | { place: number } {
  const scan = scanJson(text)
  if (scan.failed !== null) return { place: scan.failed }
  try {
    const value: unknown = JSON.parse(text)
    return { value, placeOf: (path) => scan.places.get(pathKey(path)) ?? null, repeatedKeys: scan.repeatedKeys }
  } catch {
    return { place: 0 }
  }
}

/** 1-based line and column of an offset. */
export function lineAndColumn(text: string, place: number): { line: number; column: number } {
  const before = text.slice(0, place)
  return { line: before.split('\n').length, column: place - before.lastIndexOf('\n') }
}

const spacePattern = /[\t\n\r ]*/y
const scalarPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y
// oxlint-disable-next-line no-control-regex -- a JSON text must not contain control characters
const textPattern = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
/** Matches the valid part of a string that is not closed or has an invalid character. */
// oxlint-disable-next-line no-control-regex -- as above
const brokenTextPattern = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y
const deepest = 200

function scanJson(text: string) {
  const places = new Map<string, number>()
  const repeatedKeys: number[] = []
  let at = 0
  let failed: number | null = null
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const fail = (place = at): false => {
    failed ??= place
    return false
  }
  const takeText = (): string | null => {
    const found = take(textPattern)
    if (found !== null) return found
    if (text[at] === '"') take(brokenTextPattern)
    fail()
    return null
  }
  const list = (close: string, item: () => boolean): boolean => {
    at++
    take(spacePattern)
    if (text[at] === close) return ++at > 0
    for (;;) {
      if (!item()) return false
      take(spacePattern)
      if (text[at] === close) return ++at > 0
      if (text[at] !== ',') return fail()
      at++
      take(spacePattern)
    }
  }
  const readObject = (path: readonly PropertyKey[]): boolean => {
    const seen = new Set<string>()
    return list('}', () => {
      const start = at
      const written = takeText()
      if (written === null) return false
      const key = String(JSON.parse(written))
      if (seen.has(key)) repeatedKeys.push(start)
      seen.add(key)
      take(spacePattern)
      if (text[at] !== ':') return fail()
      at++
      return readValue([...path, key])
    })
  }
  const readValue = (path: readonly PropertyKey[]): boolean => {
    take(spacePattern)
    if (path.length > deepest) return fail()
    places.set(pathKey(path), at)
    if (text[at] === '{') return readObject(path)
    if (text[at] === '[') {
      let index = 0
      return list(']', () => readValue([...path, index++]))
    }
    if (text[at] === '"') return takeText() !== null
    return take(scalarPattern) !== null || fail()
  }
  if (readValue([])) {
    take(spacePattern)
    if (at < text.length) fail()
  }
  return { places, repeatedKeys, failed }
}

function pathKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('\u0000')
}

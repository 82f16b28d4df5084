import { describe, expect, it } from 'vitest'
import { lineAndColumn, readJson } from './rules-json.ts'

const place = (text: string) => {
  const read = readJson(text)
  return 'place' in read ? read.place : null
}

describe('reading JSON with places', () => {
  it.each([
    ['{"a": }', 6],
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{"a": "open', 11],
    ['"a\nb"', 2],
    ['{"a": 01}', 7],
    ['', 0],
    ['{} x', 3],
    ['{a: 1}', 1],
    [String.raw`"\x"`, 1],
    ['{"a": tru', 6],
  ])('stops reading %j at %i', (text, at) => {
    expect(place(text)).toBe(at)
  })

  it('agrees with JSON.parse on what is valid', () => {
    const source = '{"rules": [{"name": "a\\u00e9\\n", "n": -1.5e+3, "b": [true, false, null, {}, []]}], "": 0}'
    for (let from = 0; from < source.length; from++) {
      for (const insert of ['', '"', ',', '}', '0', '\\', '\u0001', ' ']) {
        const text = source.slice(0, from) + insert + source.slice(from + 1)
        expect({ text, ok: place(text) === null }).toEqual({ text, ok: parses(text) })
      }
    }
  })

  it('finds the place of each part', () => {
    const text = '{\n  "rules": [\n    {"name": "x"}\n  ]\n}'
    const read = readJson(text)
    if ('place' in read) throw new Error('it can be read')
    expect(text.slice(read.placeOf(['rules', 0, 'name']) ?? 0)).toMatch(/^"x"/)
    expect(read.placeOf(['rules', 1])).toBeNull()
    expect(lineAndColumn(text, read.placeOf(['rules', 0]) ?? 0)).toEqual({ line: 3, column: 5 })
    expect(lineAndColumn('abc', 0)).toEqual({ line: 1, column: 1 })
  })

  it('reports duplicate keys, of which parsing keeps one', () => {
    const read = readJson('{"orders": 1, "x": {"orders": 2}, "orders": 3}')
    expect('place' in read ? null : read.repeatedKeys).toEqual([34])
  })

  it('refuses endlessly nested text', () => {
    expect(place('['.repeat(100_000))).toBe(201)
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

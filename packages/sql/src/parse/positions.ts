/** Turns a parser's positions into UTF-16 offsets of the text. */
export interface Positions {
  /** From a 1-based line and a 1-based column counted in code points. */
  fromLineColumn(line: number, column: number): number
  /** From an offset counted in code points. */
  fromCodePoint(offset: number): number
  /** From an offset counted in UTF-8 bytes. */
  fromByte(offset: number): number
}

/** Positions of one text; plain ASCII costs nothing. */
export function positionsOf(text: string): Positions {
  const ascii = !/\P{ASCII}/u.test(text)
  let lines: number[] | null = null
  const lineStart = (line: number): number => {
    lines ??= lineStarts(text)
    return lines[line - 1] ?? text.length
  }
  let codePoints: number[] | null = null
  let bytes: Map<number, number> | null = null
  return {
    fromLineColumn(line, column) {
      const start = line === 1 ? 0 : lineStart(line)
      return ascii ? start + column - 1 : advance(text, start, column - 1)
    },
    fromCodePoint(offset) {
      if (ascii) return offset
      codePoints ??= codePointOffsets(text)
      return codePoints[offset] ?? text.length
    },
    fromByte(offset) {
      if (ascii) return offset
      bytes ??= byteOffsets(text)
      return bytes.get(offset) ?? text.length
    },
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function advance(text: string, start: number, codePoints: number): number {
  let at = start
  for (let left = codePoints; left > 0 && at < text.length; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return at
}

function codePointOffsets(text: string): number[] {
  const offsets: number[] = []
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) offsets.push(at)
  offsets.push(text.length)
  return offsets
}

function byteOffsets(text: string): Map<number, number> {
  const offsets = new Map<number, number>()
  let byte = 0
  for (let at = 0; at < text.length;) {
    offsets.set(byte, at)
    const point = text.codePointAt(at)!
    byte += utf8Length(point)
    at += point > 0xffff ? 2 : 1
  }
  offsets.set(byte, text.length)
  return offsets
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

import { csvCell, type Cell, type CsvStyle, type ResultColumn } from '@parlance/contract'

const [quote, backslash, comma, close] = [0x22, 0x5c, 0x2c, 0x5d]
const firstOfNull = 0x6e
/** Room for the end of a line, beyond what the rest of the JSON needs. */
const spare = 16

/**
 * Turns rows in JSON into CSV lines without making values of them, which takes less than half the time.
 * @returns a function from what is between the brackets of an array of rows to the UTF-8 of what `csvLines` writes
 */
export function jsonToCsv(columns: readonly ResultColumn[], style: CsvStyle): (rows: string) => Buffer {
  const { isPlain, mayStart } = plainBytes(style)
  const nullBytes = Buffer.from(csvCell(null, undefined, style))
  const lineEnd = Buffer.from(style.line_end === 'lf' ? '\n' : '\r\n')
  const delimiter = style.delimiter.charCodeAt(0)
  const hasPoint = style.decimal === '.'
  // In other styles, numbers change. Engines send exact numbers as texts.
  const isKept = columns.map(({ kind }) => hasPoint || (kind !== 'integer' && kind !== 'number'))
  const written = (json: Buffer, index: number) =>
    Buffer.from(csvCell(JSON.parse(json.toString()) as Cell, columns[index], style))
  let json: Buffer = Buffer.allocUnsafe(0)

  return (rows) => {
    const length = Buffer.byteLength(rows)
    if (json.length < length) json = Buffer.allocUnsafe(length)
    json.write(rows)
    const source = json
    let lines: Buffer = Buffer.allocUnsafe(length + spare)
    let at = 0
    let from = 0
    while (from < length) {
      // After the bracket that opens the row.
      from += 1
      for (let index = 0; ; index++) {
        const start = from
        const before = at
        const isNull = source[from] === firstOfNull
        let isCopied = false
        if (isNull) from += 4
        else if (source[from] === quote) {
          let byte = source[++from]!
          if (mayStart[byte] === 1 && isKept[index] === true)
            do {
              lines[at++] = byte
              byte = source[++from]!
            } while (isPlain[byte] === 1)
          // An empty text is quoted, and so is one that reads like NULL.
          isCopied = byte === quote && at > before && at - before !== nullBytes.length
          from = isCopied ? from + 1 : endOfText(source, start)
        } else {
          for (let byte = source[from]!; byte !== comma && byte !== close; byte = source[++from]!) lines[at++] = byte
          isCopied = hasPoint
        }
        if (!isCopied) {
          const cell = isNull ? nullBytes : written(source.subarray(start, from), index)
          at = before
          lines = withRoom(lines, at, cell.length + length - from)
          at += cell.copy(lines, at)
        }
        if (source[from++] === close) break
        lines[at++] = delimiter
      }
      at += lineEnd.copy(lines, at)
      // After the comma between two rows.
      from += 1
    }
    return lines.subarray(0, at)
  }
}

/** Which bytes of JSON a cell has as they are, and which it may begin with. A spreadsheet computes with some beginnings. */
function plainBytes({ delimiter }: CsvStyle): { isPlain: Uint8Array; mayStart: Uint8Array } {
  const isPlain = new Uint8Array(256).fill(1)
  for (const character of `",;\\${delimiter}`) isPlain[character.charCodeAt(0)] = 0
  const mayStart = Uint8Array.from(isPlain)
  for (const byte of Buffer.from('=+-@')) mayStart[byte] = 0
  // The full-width ones begin with this byte.
  mayStart[Buffer.from('＝')[0]!] = 0
  return { isPlain, mayStart }
}

/** @returns the place after the quotation mark that ends the text */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1
  while (json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at + 1
}

function withRoom(lines: Buffer, at: number, needed: number): Buffer {
  if (lines.length - at >= needed + spare) return lines
  const larger = Buffer.allocUnsafe(2 * (at + needed + spare))
  lines.copy(larger, 0, 0, at)
  return larger
}

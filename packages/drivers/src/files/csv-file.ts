import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { SheetCell } from '../table-copy/cells.ts'
import { mostColumns } from '../table-copy/copy-file.ts'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'
import { readText, type DecimalSign } from './text-cells.ts'

const sampleBytes = 64 * 1024
const delimiters = [',', ';', '\t', '|']

interface CsvForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter: string
  decimalSign: DecimalSign
}

/**
 * The rows of a CSV file; its encoding and delimiter are found by looking at its beginning.
 * @throws DriverError unsupported for a file that is no text, limit
 */
export async function* readCsvFile(path: string): AsyncGenerator<SheetCell[]> {
  const form = await detectForm(path)
  const decoder = new TextDecoder(form.encoding)
  const parser = new CsvParser(form.delimiter)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    for (const row of parser.push(text)) yield toCells(row, form)
  }
  for (const row of parser.end(decoder.decode())) yield toCells(row, form)
}

function toCells(row: string[], { decimalSign }: CsvForm): SheetCell[] {
  return row.slice(0, mostColumns).map((text) => readText(text, decimalSign))
}

async function detectForm(path: string): Promise<CsvForm> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(sampleBytes)
    const { bytesRead } = await file.read(buffer, 0, sampleBytes, 0)
    const sample = buffer.subarray(0, bytesRead)
    const encoding = encodingOf(sample)
    const text = new TextDecoder(encoding).decode(sample)
    if (text.includes('\0')) throw unreadable('The file is no CSV: it holds bytes that are no text.')
    const delimiter = delimiterOf(text)
    // Where a semicolon parts the values, a comma is the decimal sign.
    return { encoding, delimiter, decimalSign: delimiter === ';' ? ',' : '.' }
  } finally {
    await file.close()
  }
}

function encodingOf(sample: Buffer): CsvForm['encoding'] {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  try {
    // A letter may be cut at the sample's end.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The sign that parts the first lines into the most columns, equally in each. */
function delimiterOf(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const parser = new CsvParser(delimiter)
    const rows = [...parser.push(text)].filter((row) => row.some((cell) => cell !== '')).slice(0, 20)
    const lines = rows.length > 0 ? rows : [...parser.end('')]
    const widths = lines.map((row) => row.length)
    return { delimiter, columns: Math.min(...widths), isEven: new Set(widths).size === 1 }
  })
  const [best] = scores.toSorted(
    (a, b) => Number(b.isEven && b.columns > 1) - Number(a.isEven && a.columns > 1) || b.columns - a.columns,
  )
  return best && best.columns > 1 ? best.delimiter : ','
}

/** RFC 4180, with line ends of every system; a quote inside of an unquoted value is taken as it is. */
class CsvParser {
  readonly #delimiter: string
  #row: string[] = []
  #value = ''
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  #skipsLineFeed = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  *push(text: string): Generator<string[]> {
    for (let index = 0; index < text.length; index++) {
      const character = text[index] ?? ''
      const skips = this.#skipsLineFeed
      this.#skipsLineFeed = false
      if (skips && character === '\n') continue
      if (this.#state === 'quoted') {
        if (character === '"') this.#state = 'quote'
        else this.#add(character)
      } else if (character === '"' && this.#state === 'quote') {
        this.#add('"')
        this.#state = 'quoted'
      } else if (character === '"' && this.#state === 'start') {
        this.#state = 'quoted'
      } else if (character === this.#delimiter) {
        this.#endValue()
      } else if (character === '\n' || character === '\r') {
        this.#skipsLineFeed = character === '\r'
        this.#endValue()
        yield this.#takeRow()
      } else {
        this.#add(character)
        this.#state = 'plain'
      }
    }
  }

  *end(text: string): Generator<string[]> {
    yield* this.push(text)
    if (this.#value === '' && this.#row.length === 0 && this.#state === 'start') return
    this.#endValue()
    yield this.#takeRow()
  }

  #add(character: string): void {
    this.#value += character
    refuseBeyond(this.#value.length, fileLimits.cellText, 'characters in one value')
  }

  #endValue(): void {
    this.#row.push(this.#value)
    this.#value = ''
    this.#state = 'start'
  }

  #takeRow(): string[] {
    const row = this.#row
    this.#row = []
    return row
  }
}

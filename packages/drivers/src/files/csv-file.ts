import { message } from '@parlance/contract/messages'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
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
 * Reads the rows of a CSV file, and detects its encoding and delimiter from its first bytes.
 * @throws DriverError unsupported for a file that isn't text or has an unclosed quote, limit
 */
export async function* readCsvFile(path: string): AsyncGenerator<SheetCell[]> {
  const form = await detectForm(path)
  const parser = parse(optionsFor(form.delimiter))
  let read = 0
  const texts = async function* (): AsyncGenerator<string> {
    const decoder = new TextDecoder(form.encoding)
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      read += Buffer.byteLength(text)
      yield text
    }
    yield decoder.decode()
  }
  // The loop below throws any error.
  pipeline(texts, parser, () => undefined)
  try {
    for await (const row of parser) yield toCells(row as string[], form)
  } catch (error) {
    throw describeFailure(error, read)
  }
}

/** RFC 4180, with the line endings of every system. A quote inside an unquoted value is taken literally. */
function optionsFor(delimiter: string): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: fileLimits.rowText,
  }
}

function toCells(row: string[], { decimalSign }: CsvForm): SheetCell[] {
  for (const text of row) refuseBeyond(text.length, fileLimits.cellText, 'value')
  return row.slice(0, mostColumns).map((text) => readText(text, decimalSign))
}

/** @param read the bytes that the parser received */
function describeFailure(error: unknown, read: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_MAX_RECORD_SIZE') refuseBeyond(Infinity, fileLimits.rowText, 'row')
  const { bytes, lines } = error as CsvError & { bytes: number; lines: number }
  refuseBeyond(read - bytes, fileLimits.cellText, 'value')
  return unreadable(
    message('The file ends at line {line} inside a quoted value. Close the quote and try again.', { line: lines }),
    error,
  )
}

async function detectForm(path: string): Promise<CsvForm> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(sampleBytes)
    const { bytesRead } = await file.read(buffer, 0, sampleBytes, 0)
    const sample = buffer.subarray(0, bytesRead)
    const encoding = encodingOf(sample)
    const text = new TextDecoder(encoding).decode(sample)
    if (text.includes('\0')) throw unreadable(message("The file isn't a CSV file. It contains binary data."))
    const delimiter = delimiterOf(text)
    // In a file separated by semicolons, a comma is the decimal sign.
    return { encoding, delimiter, decimalSign: delimiter === ';' ? ',' : '.' }
  } finally {
    await file.close()
  }
}

function encodingOf(sample: Buffer): CsvForm['encoding'] {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  try {
    // The sample may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Returns the delimiter that splits the first lines into the most columns, equally in each line. */
function delimiterOf(text: string): string {
  // The last line may be incomplete.
  const lastLineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  const lines = lastLineEnd < 0 ? text : text.slice(0, lastLineEnd + 1)
  const scores = delimiters.map((delimiter) => {
    const widths = sampleRows(lines, delimiter)
      .filter((row) => row.some((cell) => cell !== ''))
      .slice(0, 20)
      .map((row) => row.length)
    return { delimiter, columns: Math.min(...widths), isEven: new Set(widths).size === 1 }
  })
  const [best] = scores.toSorted(
    (a, b) => Number(b.isEven && b.columns > 1) - Number(a.isEven && a.columns > 1) || b.columns - a.columns,
  )
  return best && Number.isFinite(best.columns) && best.columns > 1 ? best.delimiter : ','
}

/** Returns the rows up to the end of the text, or up to the first unclosed quote. */
function sampleRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  const keep = (row: string[]): null => {
    rows.push(row)
    return null
  }
  try {
    parseAtOnce(text, { ...optionsFor(delimiter), on_record: keep })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return rows
}
